import { checkSigning } from '../src/signer/check-signing.js';
import { unsignedAge } from '../src/checkpoints/unsigned-age.js';
import { ChainStore } from './support/chain-store.js';

let store: ChainStore;
beforeEach(async () => {
  store = await ChainStore.start();
});
afterEach(async () => store.stop());

const found = async () => (await checkSigning(store.roles.writerUrl)[0]?.run())?.map(({ state }) => state);

it('the age of unsigned entries is that of the oldest entry after the newest checkpoint', async () => {
  expect(await unsignedAge(store.prisma)).toBe(0);
  await store.append(2, new Date(Date.now() - 3_600_000));
  expect(await unsignedAge(store.prisma)).toBeGreaterThan(3_590);
  expect(await found()).toEqual(['failed']);
  await store.checkpoint();
  expect(await unsignedAge(store.prisma)).toBe(0);
  await store.append(1);
  expect(await unsignedAge(store.prisma)).toBeLessThan(60);
  expect(await found()).toEqual(['ok']);
});

it('doctor fails once no checkpoint has been made for two hours, even if every entry is signed', async () => {
  await store.append(1);
  await store.checkpoint();
  const made = (minutes: number) =>
    store.overpower(`UPDATE checkpoints SET made_at = now() - ${minutes} * interval '1 minute'`);
  await made(119);
  expect(await found()).toEqual(['ok']);
  await made(121);
  expect(await found()).toEqual(['failed']);
});
