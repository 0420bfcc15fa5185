import { randomUUID } from 'node:crypto';
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
      'LOCK TABLE entries IN EXCLUSIVE MODE', // The first worker stops at its INSERT while it holds the lock of the chain.
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
