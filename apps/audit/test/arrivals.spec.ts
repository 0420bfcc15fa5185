import { createHash, randomUUID } from 'node:crypto';
import { auditRecord, type AuditRecord } from '@caredrop/contracts';
import { acceptArrival } from '../src/arrivals/accept-arrival.js';
import { ChainArrivals } from '../src/arrivals/chain-arrivals.js';
import { aRecord } from './support/an-entry.js';
import { ChainStore } from './support/chain-store.js';
import { asOwner } from './support/test-roles.js';
import { whileLocked } from './support/while-locked.js';

let store: ChainStore;
beforeEach(async () => {
  store = await ChainStore.start();
});
afterEach(async () => store.stop());

const arrive = (id: string = randomUUID()) =>
  acceptArrival(store.prisma, { id, source: 'token', record: aRecord() });
const chain = () => new ChainArrivals(store.prisma).execute();

describe('chaining', () => {
  it('a second replica waits for the first and chains nothing twice', async () => {
    for (let n = 0; n < 3; n += 1) await arrive();
    const outcome = await whileLocked(
      store.ownerUrl,
      'LOCK TABLE entries IN EXCLUSIVE MODE', // The first worker blocks at its INSERT while it holds the chain's lock.
      () => Promise.all([chain(), chain()]),
      { waiting: 2 },
    );
    expect(outcome).toEqual(expect.arrayContaining([3, 0]));
    expect(await store.faults()).toEqual([]);
    expect(await store.entries()).toHaveLength(3);
  });
});

describe('duplicate records', () => {
  it('a record that is already chained is not queued again', async () => {
    const id = randomUUID();
    await arrive(id);
    await chain();
    await arrive(id);
    expect(await store.prisma.arrival.count()).toBe(0);
  });

  it('a record that a race queued twice is chained once', async () => {
    const id = randomUUID();
    await arrive(id);
    await chain();
    // Simulates a transaction that checked for the entry before the first copy was committed.
    await asOwner(store.ownerUrl, `INSERT INTO arrivals (id, source, record) VALUES ($1, 'token', $2)`, [
      id,
      JSON.stringify(aRecord()),
    ]);
    await arrive();
    expect(await chain()).toBe(2);
    expect(await store.prisma.arrival.count()).toBe(0);
    expect(await store.entries()).toHaveLength(2);
    expect(await store.faults()).toEqual([]);
  });
});

describe('extreme records', () => {
  const code = `A${'-'.repeat(39)}`;
  const mark = '0'.repeat(16);
  const id = 'ABCDEF01-ABCD-4BCD-8BCD-ABCDEF012345';
  const [actor, subject] = [
    { kind: 'user', id, role: 'admin' },
    { kind: 'user', id },
  ] as const;
  const settings = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`S${index}`, mark]));
  const extremes: Record<string, Partial<AuditRecord>> = {
    'the longest texts': {
      ...{
        reason: code,
        codes: Array<string>(100).fill(code),
        requestId: '.'.repeat(64),
        from: `${'f'.repeat(45)}/64`,
      },
    },
    'ids in capitals': { actor, subject, related: [subject], sequence: { stream: id, number: 1 } },
    'the largest numbers': { count: 2 ** 31 - 1, sequence: { stream: id, number: Number.MAX_SAFE_INTEGER } },
    'the earliest time': { at: '2000-01-01T00:00:00.000Z' },
    'the latest time': { at: '9999-12-31T23:59:59.999Z' },
    'as many settings as are allowed': { action: 'service.start', settings: settings(500) },
  };

  it.each(Object.entries(extremes))(
    'a record with %s is chained, and the next one as well',
    async (_, part) => {
      const record = auditRecord.parse(aRecord(part));
      await acceptArrival(store.prisma, { id: randomUUID(), source: 'token', record });
      await arrive();
      expect(await chain()).toBe(2);
      expect(await store.entries()).toHaveLength(2);
      expect(await store.faults()).toEqual([]);
    },
  );

  it.each<[string, Partial<AuditRecord>]>([
    ['a count that the table cannot hold', { count: 2 ** 31 }],
    ['a time that the database cannot hold', { at: '0000-01-01T00:00:00.000Z' }],
    ['a time before the year 2000', { at: '1999-12-31T23:59:59.999Z' }],
    ['a sequence number that is not exact', { sequence: { stream: id, number: 2 ** 53 } }],
    ['more settings than are allowed', { settings: settings(501) }],
    ['a NUL character', { codes: ['A\u0000'] }],
    ['half of a surrogate pair', { requestId: '\ud800' }],
    ['too many subjects', { related: Array(10_000).fill(subject) as AuditRecord['related'] }],
  ])('a record with %s is refused before it is queued', (_, part) => {
    expect(auditRecord.safeParse(aRecord(part)).success).toBe(false);
  });

  it('a record whose id is derived from the id of a service start does not stop the chain', async () => {
    const started = (part: AuditRecord['settings'], startId = randomUUID()) =>
      acceptArrival(store.prisma, {
        ...{ id: startId, source: 'token' },
        record: aRecord({ action: 'service.start', settings: part }),
      });
    await started(settings(1));
    await chain();
    const startId = randomUUID();
    const hex = createHash('sha256').update(`settings ${startId} 0`).digest('hex');
    const [a, b, c, d, e] = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      hex.slice(13, 16),
      hex.slice(17, 20),
      hex.slice(20, 32),
    ];
    await arrive(`${a}-${b}-8${c}-8${d}-${e}`);
    await started(settings(2), startId);
    expect(await chain()).toBe(2);
    expect((await store.entries()).map(({ action }) => action)).toEqual([
      ...['service.start', 'token.revoke', 'service.start', 'settings.change'],
    ]);
  });
});
