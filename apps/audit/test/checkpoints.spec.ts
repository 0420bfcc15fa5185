import type { SignChain } from '../src/signer/sign-chain.js';
import { ChainStore } from './support/chain-store.js';

const MINUTE = 60_000;
const start = new Date('2026-11-22T10:00:00.000Z').getTime();
let store: ChainStore;
let signer: SignChain;

beforeEach(async () => {
  store = await ChainStore.start();
  signer = store.newSigner();
});
afterEach(async () => store.stop());

/** Runs a round of the signer, then returns the entries named by checkpoints. */
async function signedAfter(minutes: number): Promise<number[]> {
  await signer.execute(new Date(start + minutes * MINUTE));
  const rows = await store.prisma.checkpoint.findMany({ orderBy: { madeAt: 'asc' } });
  return rows.map(({ seq }) => Number(seq));
}

it('the chain is signed after five minutes with new entries and after an hour without', async () => {
  expect(await signedAfter(0)).toEqual([]); // nothing to sign
  await store.append(2);
  expect(await signedAfter(0)).toEqual([2]);
  await store.append(1);
  expect(await signedAfter(4)).toEqual([2]);
  expect(await signedAfter(5)).toEqual([2, 3]);
  expect(await signedAfter(64)).toEqual([2, 3]);
  expect(await signedAfter(65)).toEqual([2, 3, 3]);
  expect(await signedAfter(124)).toEqual([2, 3, 3]); // Counted from the newer of the two checkpoints at entry 3.
});

it('the chain is signed at once after a thousand new entries', async () => {
  await store.append(1);
  await signedAfter(0);
  await store.append(999);
  expect(await signedAfter(1)).toEqual([1]);
  await store.append(1);
  expect(await signedAfter(1)).toEqual([1, 1001]);
});
