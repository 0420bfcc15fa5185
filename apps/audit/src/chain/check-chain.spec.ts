import { ChainCheck } from './check-chain.js';
import { canonical } from './canonical.js';
import type { ChainEntry } from './entry.js';
import { hashEntry } from './hash-entry.js';
import { EMPTY, linkEntries } from './link-entries.js';
import { anEntry } from '../../test/support/an-entry.js';

const chainOf = (length: number): ChainEntry[] =>
  linkEntries(
    EMPTY,
    Array.from({ length }, () => anEntry()),
    new Date('2026-11-21T10:00:00.000Z'),
  );

function faultsOf(entries: ChainEntry[]): [string, number][] {
  const check = new ChainCheck(EMPTY);
  for (const entry of entries) check.add(entry);
  return check.faults.map(({ kind, seq }) => [kind, seq]);
}

describe('checking the chain', () => {
  it('an unchanged audit chain has no faults', () => {
    expect(faultsOf(chainOf(10))).toEqual([]);
  });

  it.each<[string, (entry: ChainEntry) => ChainEntry]>([
    ['the actor', (entry) => ({ ...entry, actor: { kind: 'user', id: anEntry().id, role: 'admin' } })],
    ['the action', (entry) => ({ ...entry, action: 'token.create' })],
    ['the subject', (entry) => ({ ...entry, subject: null })],
    ['the related subjects', (entry) => ({ ...entry, related: [] })],
    ['the time', (entry) => ({ ...entry, at: '2026-11-21T09:00:00.001Z' })],
    ['the time of recording', (entry) => ({ ...entry, recordedAt: '2026-11-21T09:00:00.001Z' })],
    ['the address', (entry) => ({ ...entry, from: null })],
    ['the outcome', (entry) => ({ ...entry, outcome: 'failed' })],
    ['the reason', (entry) => ({ ...entry, reason: 'other' })],
    ['the request', (entry) => ({ ...entry, requestId: 'r-2' })],
    ['the count', (entry) => ({ ...entry, count: 2 })],
    ['the codes', (entry) => ({ ...entry, codes: ['csv'] })],
    ['the settings', (entry) => ({ ...entry, settings: { PORT: '0000000000000000' } })],
    ['the source', (entry) => ({ ...entry, source: 'document' })],
    ['the event', (entry) => ({ ...entry, id: anEntry().id })],
    ['the source number', (entry) => ({ ...entry, sequence: { stream: anEntry().id, number: 8 } })],
  ])('a changed field of an audit entry is detected (%s)', (_what, change) => {
    const entries = chainOf(5);
    expect(faultsOf(entries.with(2, change(entries[2] as ChainEntry)))).toEqual([['changed', 3]]);
  });

  it('an entry with a changed previous hash matches neither its predecessor nor its own hash', () => {
    const entries = chainOf(5);
    const changed = { ...(entries[2] as ChainEntry), prev: '0'.repeat(64) };
    expect(faultsOf(entries.with(2, changed))).toEqual([
      ['rewritten', 3],
      ['changed', 3],
    ]);
  });

  it('a removed or changed source number is reported', () => {
    const sequence = { stream: anEntry().id, number: 7 };
    const [numbered] = linkEntries(EMPTY, [{ ...anEntry(), sequence }], new Date()) as [ChainEntry];
    expect(faultsOf([numbered])).toEqual([]);
    expect(faultsOf([{ ...numbered, sequence: null }])).toEqual([['changed', 1]]);
    expect(faultsOf([{ ...numbered, sequence: { ...sequence, number: 8 } }])).toEqual([['changed', 1]]);
  });

  it('a changed entry with a recomputed hash is detected at the next entry', () => {
    const entries = chainOf(5);
    const changed = { ...(entries[2] as ChainEntry), outcome: 'failed' as const };
    expect(faultsOf(entries.with(2, { ...changed, hash: hashEntry(changed) }))).toEqual([['rewritten', 4]]);
  });

  it('removed audit entries are detected in the middle and at the start', () => {
    expect(faultsOf(chainOf(5).toSpliced(2, 2))).toEqual([['removed', 3]]);
    expect(faultsOf(chainOf(5).slice(1))).toEqual([['removed', 1]]);
  });

  it('swapped audit entries are detected', () => {
    const [a, b, c] = chainOf(3) as [ChainEntry, ChainEntry, ChainEntry];
    expect(faultsOf([b, a, c]).map(([kind]) => kind)).toContain('reordered');
    const swapped = [a, { ...c, seq: 2 }, { ...b, seq: 3 }];
    expect(faultsOf(swapped).filter(([kind]) => kind === 'changed')).toHaveLength(2);
  });

  it('all faults of the audit chain are reported in one pass', () => {
    const entries = chainOf(6).map((entry) => (entry.seq % 2 ? entry : { ...entry, count: 9 }));
    expect(faultsOf(entries)).toEqual([
      ['changed', 2],
      ['changed', 4],
      ['changed', 6],
    ]);
  });
});

describe('canonical JSON', () => {
  it('the canonical JSON does not depend on the order of the keys', () => {
    expect(canonical({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
  });

  it('canonical JSON escapes quotes and line breaks inside a value', () => {
    expect(canonical({ reason: 'x"\n,"outcome":"success' })).toBe(
      '{"reason":"x\\"\\n,\\"outcome\\":\\"success"}',
    );
  });
});
