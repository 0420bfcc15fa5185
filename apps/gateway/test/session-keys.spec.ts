import { jest } from '@jest/globals';
import { eventually, newSessionKeys } from '@caredrop/testing';
import { startStack, type Stack } from './support/gateway.js';

const KEEP_MS = 5 * 60_000;
let stack: Stack;
/** Milliseconds added to the monotonic clock. */
let later = 0;
beforeAll(async () => {
  stack = await startStack();
  const real = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => real() + later);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await stack.stop();
});

const status = async (bearer: string) => (await stack.call('/tokens', { bearer })).status;

it('a withdrawn key is trusted for at most five minutes, even for tokens that were verified before', async () => {
  const { bearer, sessionId: sid, userId: sub } = await stack.auth.signIn();
  const another = await stack.auth.jwt({ sub, sid });
  expect(await status(bearer)).toBe(200);
  stack.auth.keys = [newSessionKeys('k2')];
  later = KEEP_MS - 60_000;
  // The gateway has not requested the keys again.
  expect([await status(bearer), stack.auth.keysAsked]).toEqual([200, 1]);
  later = KEEP_MS;
  expect(await status(bearer)).toBe(401);
  expect(await status(another)).toBe(401);
  const rotated = await stack.auth.jwt({ sub, sid });
  await eventually(async () => expect(await status(rotated)).toBe(200));
});

it('while the keys cannot be fetched, the gateway requests them at most once a second, and recovers', async () => {
  const { bearer } = await stack.auth.signIn();
  later += KEEP_MS;
  stack.auth.keyless = true;
  const [asked, start] = [stack.auth.keysAsked, Date.now()];
  for (let call = 0; call < 10; call += 1) expect(await status(bearer)).toBe(503);
  const seconds = (Date.now() - start) / 1000;
  expect(stack.auth.keysAsked - asked).toBeLessThanOrEqual(1 + Math.floor(seconds));
  stack.auth.keyless = false;
  await eventually(async () => expect(await status(bearer)).toBe(200));
});
