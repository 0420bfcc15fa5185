import { anEntry } from '../../test/support/an-entry.js';
import { EMPTY, linkEntries } from '../chain/link-entries.js';
import { ProofReachCheck, type KeptCheckpoint } from './proof-reach.js';

const MINUTE = 60_000;
const start = Date.parse('2026-11-21T10:00:00.000Z');
const at = (minutes: number): Date => new Date(start + minutes * MINUTE);

/** Three entries, a minute apart. */
let head = EMPTY;
const chain = [0, 1, 2].flatMap((minutes) => {
  const [entry] = linkEntries(head, [anEntry()], at(minutes));
  if (!entry) throw new Error('no entry');
  head = entry;
  return [entry];
});

const checkpoint = (seq: number, part: Partial<KeptCheckpoint> = {}): KeptCheckpoint => ({
  seq,
  hash: chain[seq - 1]?.hash ?? '',
  madeAt: at(3).toISOString(),
  keyId: 'k',
  signature: 's',
  elsewhere: false,
  ...part,
});

function reachOf(checkpoints: KeptCheckpoint[], minutes = 4) {
  const check = new ProofReachCheck(Map.groupBy(checkpoints, ({ seq }) => seq));
  for (const entry of chain) check.add(entry);
  return check.finish(at(minutes));
}

describe('the reach of a proof', () => {
  it('a proof ends at the last matching checkpoint, and reports how many entries follow it and since when', () => {
    expect(reachOf([checkpoint(1)])).toEqual({
      checkpoint: checkpoint(1),
      unproved: 2,
      since: at(1).toISOString(),
      stale: false,
    });
    expect(reachOf([checkpoint(1), checkpoint(3)])).toMatchObject({
      checkpoint: checkpoint(3),
      unproved: 0,
      since: null,
    });
  });

  it('a checkpoint with another hash does not extend the proof', () => {
    expect(reachOf([checkpoint(1), checkpoint(3, { hash: chain[0]?.hash ?? '' })])).toMatchObject({
      checkpoint: checkpoint(1),
      unproved: 2,
    });
  });

  it('a checkpoint stored elsewhere takes precedence over a newer one in the database; otherwise the newest counts', () => {
    const kept = checkpoint(3, { elsewhere: true });
    const [later, latest] = [5, 6].map((minutes) => checkpoint(3, { madeAt: at(minutes).toISOString() })) as [
      KeptCheckpoint,
      KeptCheckpoint,
    ];
    expect(reachOf([kept, later, latest], 7).checkpoint).toBe(kept);
    expect(reachOf([latest, later], 7).checkpoint).toBe(latest);
    const keptLater = { ...later, elsewhere: true };
    expect(reachOf([keptLater, kept, latest], 7).checkpoint).toBe(keptLater);
  });
});

describe('a stale proof', () => {
  it('a proof is stale once an entry has been unsigned for more than 15 minutes', () => {
    expect(reachOf([checkpoint(1)], 16).stale).toBe(false);
    expect(reachOf([checkpoint(1)], 16 + 1 / 60).stale).toBe(true);
    expect(reachOf([], 16).stale).toBe(true);
  });

  it('a proof is stale once its newest checkpoint is older than two hours, even if every entry is signed', () => {
    expect(reachOf([checkpoint(3)], 3 + 120).stale).toBe(false);
    expect(reachOf([checkpoint(3)], 3 + 120 + 1 / 60).stale).toBe(true);
  });

  it('a proof is not stale while the signer signs an idle chain, even if the copy stored elsewhere is old', () => {
    const copy = checkpoint(3, { elsewhere: true });
    const newest = checkpoint(3, { madeAt: at(180).toISOString() });
    expect(reachOf([copy, newest], 181)).toMatchObject({ checkpoint: copy, stale: false });
    expect(reachOf([newest, copy], 180 + 120 + 1 / 60).stale).toBe(true);
  });
});
