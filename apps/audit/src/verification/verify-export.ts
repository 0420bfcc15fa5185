import { ChainCheck, type Fault } from '../chain/check-chain.js';
import { hashEntry } from '../chain/hash-entry.js';
import { keyIdOf } from '../chain/signing.js';
import { isProofSigned, ProofMaker, type Proof } from '../exports/proof.js';
import type { ExportFile } from './read-export.js';

export interface ExportReport {
  proof: Proof;
  /** The id of the key in the file, to be compared with the one the clinic has recorded. */
  keyId: string;
  faults: Fault[];
}

/**
 * Verifies an export by itself, without the store. Each entry's hash reveals a change to it. The signed digest over
 * all hashes reveals an entry added, removed or moved since the export was made. Only a contiguous export shows that
 * nothing was left out when it was made.
 */
export function verifyExport({ entries, proof }: ExportFile): ExportReport {
  const faults = proof.contiguous ? checkRange(entries, proof) : checkEach(entries);
  const keyId = keyIdOf(proof.publicKey);
  if (!isProofSigned(proof))
    faults.push({ kind: 'signature', seq: 0, text: 'The signature does not match: the proof was changed' });
  if (!sameAsSigned(entries, proof))
    faults.push({
      kind: 'rewritten',
      seq: 0,
      text: 'The entries are not those that were signed: some were added, removed or moved',
    });
  return { proof, keyId, faults };
}

function checkRange(entries: ExportFile['entries'], { first, prev }: Proof): Fault[] {
  const check = new ChainCheck({ seq: Math.max(first - 1, 0), hash: prev });
  for (const entry of entries) check.add(entry);
  return check.faults;
}

function checkEach(entries: ExportFile['entries']): Fault[] {
  return entries
    .filter((entry) => hashEntry(entry) !== entry.hash)
    .map(({ seq, action, at }) => ({
      kind: 'changed',
      seq,
      text: `Entry ${seq} (${action}, ${at}) was changed`,
    }));
}

/** Each hash covers the entry's number and the previous hash, so comparing the digests is enough. */
function sameAsSigned(entries: ExportFile['entries'], proof: Proof): boolean {
  const maker = new ProofMaker();
  for (const entry of entries) maker.add(entry);
  return maker.finish(proof).digest === proof.digest;
}
