import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { anEntry } from '../../test/support/an-entry.js';
import type { ChainEntry } from '../chain/entry.js';
import { EMPTY, linkEntries } from '../chain/link-entries.js';
import { keyIdOf } from '../chain/signing.js';
import { EXPORT_FORMAT } from '../exports/proof.js';
import { writeExport, writers } from '../exports/write-export.js';
import { readExport, UnreadableExport } from './read-export.js';
import { verifyExport } from './verify-export.js';

const key: JsonWebKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const chain = linkEntries(
  EMPTY,
  [
    anEntry(),
    anEntry({ action: 'session.sign_in', outcome: 'refused', reason: 'invalid_credentials', subject: null }),
    anEntry({ actor: { kind: 'patient', id: null, role: null }, from: null, related: [] }),
    { ...anEntry({ action: 'service.start' }), settings: { PUBLIC_URL: '0123456789abcdef' } },
    anEntry({ codes: ['csv', 'since'], count: 12 }),
  ],
  new Date(),
);

async function fileOf(format: 'json' | 'csv', entries: ChainEntry[], contiguous: boolean): Promise<string> {
  const head = { format: EXPORT_FORMAT, madeAt: new Date().toISOString(), filter: {}, contiguous } as const;
  let text = '';
  async function* named() {
    for (const entry of entries) yield { ...entry, actorName: '=cmd|x', subjectName: '' };
  }
  for await (const piece of writeExport(writers[format], head, named(), key)) text += piece;
  return text;
}
const faultsOf = (text: string): string[] => verifyExport(readExport(text)).faults.map(({ kind }) => kind);

describe.each(['json', 'csv'] as const)('a %s export', (format) => {
  it('an audit export verifies, even if it starts in the middle of the chain or is empty', async () => {
    for (const entries of [chain, chain.slice(2), chain.slice(0, 1), []]) {
      const report = verifyExport(readExport(await fileOf(format, entries, true)));
      expect(report.faults).toEqual([]);
      expect(report.keyId).toBe(keyIdOf(key));
      expect(report.proof.count).toBe(entries.length);
    }
  });

  it('a filtered audit export with gaps verifies', async () => {
    expect(faultsOf(await fileOf(format, [chain[0], chain[3]] as ChainEntry[], false))).toEqual([]);
  });

  it.each([true, false])(
    'a changed entry of an audit export is reported (contiguous: %s)',
    async (contiguous) => {
      const text = await fileOf(format, chain, contiguous);
      const { faults } = verifyExport(readExport(text.replace('invalid_credentials', 'account_disabled')));
      expect(faults).toMatchObject([{ kind: 'changed', seq: 2 }]);
    },
  );

  it('swapped entries of a filtered audit export are detected', async () => {
    const [first, second] = chain as [ChainEntry, ChainEntry];
    const signed = readExport(await fileOf(format, [first, second], false));
    expect(verifyExport({ ...signed, entries: [second, first] }).faults).toMatchObject([
      { kind: 'rewritten' },
    ]);
  });

  it.each([true, false])(
    'a removed line of an audit export is detected (contiguous: %s)',
    async (contiguous) => {
      const lines = (await fileOf(format, chain, contiguous)).split('\n');
      expect(faultsOf(lines.toSpliced(3, 1).join('\n')).length).toBeGreaterThan(0);
    },
  );

  it('an audit export without its proof cannot be read', async () => {
    const text = await fileOf(format, chain, true);
    expect(() => readExport(text.slice(0, text.lastIndexOf('proof')))).toThrow(UnreadableExport);
  });

  it('a gap in an audit export signed as contiguous is reported', async () => {
    expect(faultsOf(await fileOf(format, chain.toSpliced(2, 1), true))).toEqual(['removed']);
  });

  it('a proof of an audit export that was tampered with is reported as an invalid signature', async () => {
    const text = await fileOf(format, [chain[0]] as ChainEntry[], false);
    expect(faultsOf(text.replace(/(contiguous"*:)false/g, '$1true'))).toContain('signature');
  });
});

test('a name that looks like a formula is written to the CSV as text', async () => {
  expect(await fileOf('csv', chain, true)).toContain(`,'=cmd|x,`);
});

describe('a file that is not a complete export', () => {
  it.each<[string, 'json' | 'csv', (text: string) => string]>([
    [
      'a JSON file with a proof in another format',
      'json',
      (text) => text.replaceAll('-export/1"', '-export/2"'),
    ],
    ['a JSON file without a list of entries', 'json', (text) => text.replace('"entries":[', '"other":[')],
    ['a JSON file that ends early', 'json', (text) => text.slice(0, -10)],
    ['a CSV file with other columns', 'csv', (text) => text.replace('seq,at,', 'at,seq,')],
    ['a CSV file whose last line is not the proof', 'csv', (text) => text.replace(/^proof,/m, 'other,')],
    [
      'a CSV file with a proof in another format',
      'csv',
      (text) => text.replaceAll('-export/1"', '-export/2"'),
    ],
    ['an empty file', 'csv', () => ''],
  ])('%s is rejected', async (_what, format, change) => {
    const text = await fileOf(format, chain, true);
    expect(() => readExport(text)).not.toThrow();
    expect(change(text)).not.toBe(text);
    expect(() => readExport(change(text))).toThrow(UnreadableExport);
  });
});
