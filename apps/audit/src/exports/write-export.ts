import type { JsonWebKey } from 'node:crypto';
import { publicHalf } from '../chain/signing.js';
import type { ChainEntry } from '../chain/entry.js';
import { csvLine } from './csv.js';
import { columnNames, toCells, type EntryNames } from './entry-columns.js';
import { ProofMaker, signProof, type ExportHead, type Proof } from './proof.js';

type Named = ChainEntry & EntryNames;

/** A format's writer: the header, then each entry, then the proof. */
interface Writer {
  begin(head: ExportHead): string;
  entry(entry: Named, index: number): string;
  end(proof: Proof): string;
}

/** One entry per line, so that line-based tools can read the file. */
const json: Writer = {
  begin: (head) => `${JSON.stringify(head).slice(0, -1)},"entries":[\n`,
  entry: (entry, index) => `${index === 0 ? '' : ',\n'}${JSON.stringify(entry)}`,
  end: (proof) => `\n],"proof":${JSON.stringify(proof)}}\n`,
};

/** The proof is the last line: the word `proof` and JSON. */
const csv: Writer = {
  begin: () => csvLine(columnNames),
  entry: (entry) => csvLine(toCells(entry)),
  end: (proof) => csvLine(['proof', JSON.stringify(proof)]),
};

export const writers = { json, csv };

/** The whole file in chunks, signed at its end, so a truncated file has no proof. */
export async function* writeExport(
  writer: Writer,
  head: ExportHead,
  entries: AsyncIterable<Named>,
  key: JsonWebKey,
): AsyncGenerator<string> {
  const proof = new ProofMaker();
  let index = 0;
  yield writer.begin(head);
  for await (const entry of entries) {
    proof.add(entry);
    yield writer.entry(entry, index);
    index += 1;
  }
  yield writer.end(signProof(key, publicHalf(key), proof.finish(head)));
}
