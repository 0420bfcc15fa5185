import { createLogger } from '@caredrop/service-kit';
import { KeepCheckpoints } from '../src/checkpoints/keep-checkpoints.js';
import { ChainStore } from './support/chain-store.js';

const MINUTE = 60_000;
const start = new Date('2026-11-22T10:00:00.000Z').getTime();
let store: ChainStore;
let keeper: KeepCheckpoints;

beforeEach(async () => {
  store = await ChainStore.start();
  const config = {
    AUDIT_SIGNING_KEY: store.key,
    CHECKPOINT_EVERY_MS: 5 * MINUTE,
    CHECKPOINT_EVERY_ENTRIES: 1000,
  };
  keeper = new KeepCheckpoints(store.prisma, config as never, createLogger('audit', 'silent'));
});
afterEach(async () => store.stop());

/** Asks the keeper, then returns the entries that checkpoints name. */
async function signedAfter(minutes: number): Promise<number[]> {
  await keeper.makeIfDue(new Date(start + minutes * MINUTE));
  const rows = await store.prisma.checkpoint.findMany({ orderBy: { madeAt: 'asc' } });
  return rows.map(({ seq }) => Number(seq));
}

it('signs the end of the chain after five minutes with new entries, and after an hour without', async () => {
  expect(await signedAfter(0)).toEqual([]); // nothing to sign
  await store.append(2);
  expect(await signedAfter(0)).toEqual([2]);
  await store.append(1);
  expect(await signedAfter(4)).toEqual([2]);
  expect(await signedAfter(5)).toEqual([2, 3]);
  expect(await signedAfter(64)).toEqual([2, 3]);
  expect(await signedAfter(65)).toEqual([2, 3, 3]);
});

it('does not wait five minutes for the thousandth entry', async () => {
  await store.append(1);
  await signedAfter(0);
  await store.append(999);
  expect(await signedAfter(1)).toEqual([1]);
  await store.append(1);
  expect(await signedAfter(1)).toEqual([1, 1001]);
});
