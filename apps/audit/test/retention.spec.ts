import { randomUUID } from 'node:crypto';
import { PrismaService } from '../src/database/prisma.service.js';
import { pruneEntries, PruneRejected } from '../src/retention/prune-entries.js';
import { signSegment } from '../src/segments/segment.js';
import { ChainArrivals } from '../src/arrivals/chain-arrivals.js';
import { verifyStore } from '../src/verification/verify-store.js';
import { anEntry } from './support/an-entry.js';
import { ChainStore } from './support/chain-store.js';
import { whileLocked } from './support/while-locked.js';

const YEAR = 365 * 86_400_000;
const yearsAgo = (years: number): Date => new Date(Date.now() - years * YEAR);

let store: ChainStore;
let retention: PrismaService;

beforeEach(async () => {
  store = await ChainStore.start();
  retention = new PrismaService(store.roles.retentionUrl, 2);
  for (const years of [8, 7, 3, 1]) {
    await store.append(5, yearsAgo(years));
    await store.checkpoint();
  }
});
afterEach(async () => {
  await retention.$disconnect();
  await store.stop();
});

const prune = () => pruneEntries(retention, store.key, yearsAgo(6));
const faultTexts = async (): Promise<string[]> =>
  (await verifyStore(store.prisma, [store.key])).faults.map(({ text }) => text);
const left = async (): Promise<number[]> => (await store.entries()).map(({ seq }) => seq);

describe('pruning old entries', () => {
  it('audit entries past their retention are removed, and the rest of the chain still verifies', async () => {
    expect(await prune()).toMatchObject({ firstSeq: 1, lastSeq: 10 });
    expect((await left())[0]).toBe(11);
    expect(await store.faults()).toEqual([]);
  });

  it('pruning adds an entry to the audit chain', async () => {
    await prune();
    await new ChainArrivals(store.prisma).execute();
    expect((await store.entries()).at(-1)).toMatchObject({
      action: 'audit.prune',
      actor: { kind: 'system' },
      codes: ['entries-1-to-10'],
      count: 10,
    });
    expect(await store.faults()).toEqual([]);
  });

  it('a second prune finds nothing to remove', async () => {
    await prune();
    expect(await prune()).toBeUndefined();
    expect(await left()).toHaveLength(10);
  });

  it('a later prune continues after the first, and the chain still verifies', async () => {
    await prune();
    expect(await pruneEntries(retention, store.key, yearsAgo(2))).toMatchObject({
      firstSeq: 11,
      lastSeq: 15,
    });
    expect(await store.faults()).toEqual([]);
    await store.append(3);
    expect(await store.faults()).toEqual([]);
  });

  it('the record numbers of a service may start anywhere once its first records have been pruned', async () => {
    const stream = randomUUID();
    const numbered = (number: number) => [{ ...anEntry(), sequence: { stream, number } }];
    await store.write(numbered(1), yearsAgo(7));
    await store.checkpoint();
    await store.write(numbered(2), yearsAgo(1));
    expect(await prune()).toMatchObject({ lastSeq: 21 });
    expect(await store.faults()).toEqual([]);
  });

  describe('pruning around a delayed record', () => {
    const stream = randomUUID();
    const [old, recent] = [yearsAgo(7), yearsAgo(1)];
    const write = (numbers: number[], written: Date, recordedAt = written) =>
      store.write(
        numbers.map((number) => ({
          ...anEntry({ at: written.toISOString() }),
          sequence: { stream, number },
        })),
        recordedAt,
      );
    beforeEach(async () => {
      await write([1, 3], old);
      await store.checkpoint();
      await write([2], old, recent);
      await write([4], recent);
      expect(await prune()).toMatchObject({ lastSeq: 22 });
    });

    it('records that were pruned before an earlier record arrived are not reported as missing', async () => {
      expect(await store.faults()).toEqual([]);
    });

    it('a record that is missing among the remaining ones is still reported', async () => {
      await write([6], recent);
      expect(await faultTexts()).toEqual([expect.stringContaining(`record 5 of its stream ${stream};`)]);
    });
  });

  it('the newest range of entries is kept even if it is past its retention', async () => {
    await pruneEntries(retention, store.key, new Date(Date.now() + YEAR));
    expect(await left()).toEqual([16, 17, 18, 19, 20]);
  });

  it('audit entries that do not verify are not pruned', async () => {
    await store.overpower(`UPDATE entries SET reason = 'other' WHERE seq = 4`);
    await expect(prune()).rejects.toThrow(PruneRejected);
    expect(await left()).toHaveLength(20);
  });

  it('a range whose checkpoint has another hash is not pruned', async () => {
    await store.overpower('DELETE FROM entries');
    for (const years of [8, 7, 3, 1]) await store.append(5, yearsAgo(years));
    expect(await prune()).toBeUndefined();
    expect(await left()).toHaveLength(20);
  });

  it('nothing is pruned if an entry disappears between verification and deletion', async () => {
    const outcome = await whileLocked(store.ownerUrl, 'LOCK TABLE segments IN SHARE MODE', prune, {
      meanwhile: () => store.overpower('DELETE FROM entries WHERE seq = 3'),
    });
    expect(outcome).toBeInstanceOf(PruneRejected);
    expect(await left()).toHaveLength(19);
    expect(await store.prisma.segment.count()).toBe(0);
  });

  it('removed entries with an unsigned segment are detected', async () => {
    await store.overpower(`INSERT INTO segments SELECT 1, 10, (SELECT prev FROM entries WHERE seq = 1),
      (SELECT hash FROM entries WHERE seq = 10), now(), now(), now(), 'k', 's'; DELETE FROM entries WHERE seq <= 10`);
    expect(await store.faults()).toEqual([['signature', 1]]);
  });

  it('the writer role cannot prune the audit chain', async () => {
    await expect(pruneEntries(store.prisma, store.key, yearsAgo(6))).rejects.toThrow();
    expect(await left()).toHaveLength(20);
  });
});

describe('signed segments', () => {
  it.each([
    ['skip an entry', { firstSeq: 12 }],
    ['do not follow each other', { prev: '0'.repeat(64) }],
  ])('verify reports segments that %s, even if both are signed', async (_what, change) => {
    await prune();
    const segment = await pruneEntries(retention, store.key, yearsAgo(2));
    if (!segment) throw new Error('nothing was pruned');
    const { keyId: _keyId, signature: _signature, ...statement } = segment;
    const { firstSeq, prev, signature } = signSegment(store.key, { ...statement, ...change });
    await store.overpower(
      `UPDATE segments SET first_seq = ${firstSeq}, prev = '${prev}', signature = '${signature}' WHERE last_seq = 15`,
    );
    expect(await store.faults()).toEqual([['removed', firstSeq]]);
  });
});
