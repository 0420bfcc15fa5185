import { setImmediate } from 'node:timers/promises';
import { AppError } from '@caredrop/service-kit';
import { jest } from '@jest/globals';
import { LinkEnumerationLimiter } from './link-enumeration-limiter.js';

/** Longer than one turn of the event loop takes on a busy machine. */
const WAIT = 400;
const attacker = '198.51.100.9';
const make = () => new LinkEnumerationLimiter({ LINK_GUESS_WAIT_MS: WAIT });

/** Records `count` lookups of unknown links. */
async function guess(limiter: LinkEnumerationLimiter, count: number, from = attacker): Promise<void> {
  for (let n = 0; n < count; n += 1) await limiter.learn(from, `guess${String(n)}`, 404);
}

type Outcome = 'at once' | 'after a wait' | 'refused';

/**
 * How a call is admitted. A call that has not settled by the next turn of the event loop had to wait, however slow the
 * machine is.
 */
async function admitted(limiter: LinkEnumerationLimiter, from: string, link = 'new'): Promise<Outcome> {
  let settled: Outcome | undefined;
  const outcome = limiter.admit(from, link).then(
    () => (settled = 'at once'),
    (rejection: unknown) => {
      expect(rejection).toBeInstanceOf(AppError);
      expect(rejection).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
      return (settled = 'refused');
    },
  );
  await setImmediate();
  if (settled) return settled;
  return (await outcome) === 'refused' ? 'refused' : 'after a wait';
}

describe('the link enumeration limiter', () => {
  it('an address is slowed after 300 unknown links within a minute', async () => {
    const limiter = make();
    await guess(limiter, 300);
    expect(await admitted(limiter, attacker)).toBe('at once');
    await guess(limiter, 1);
    expect(await admitted(limiter, attacker)).toBe('after a wait');
    expect(await admitted(limiter, '203.0.113.3')).toBe('at once');
  });

  it('at most 30 calls from a slowed address are delayed at the same time, and the others get 429 with Retry-After', async () => {
    const limiter = make();
    await guess(limiter, 301);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => admitted(limiter, attacker)));
    expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(20);
    expect(await admitted(limiter, attacker)).toBe('after a wait');
  });

  it('a link that has been opened before is not slowed, even while the queue of the address is full', async () => {
    const limiter = make();
    await limiter.learn('203.0.113.3', 'mine', 200);
    await guess(limiter, 301);
    const queue = Array.from({ length: 35 }, () => admitted(limiter, attacker));
    expect(await admitted(limiter, attacker, 'mine')).toBe('at once');
    await Promise.all(queue);
  });

  it.each([
    [29, 'at once'],
    [31, 'after a wait'],
  ])('%i minutes after a link was opened, a call with it is admitted %s', async (minutes, outcome) => {
    const limiter = make();
    await limiter.learn('203.0.113.3', 'mine', 200);
    const later = Date.now() + minutes * 60_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
    await guess(limiter, 301);
    expect(await admitted(limiter, attacker, 'mine')).toBe(outcome);
    clock.mockRestore();
  });

  it('IPv6 addresses of the same /64 network are slowed together', async () => {
    const limiter = make();
    await guess(limiter, 301, '2001:db8:1:2::1');
    expect(await admitted(limiter, '2001:db8:1:2::9')).toBe('after a wait');
  });

  it('responses other than 404 do not count as guesses', async () => {
    const limiter = make();
    for (let n = 0; n < 1000; n += 1)
      await limiter.learn(attacker, 'x', [200, 201, 409, 410, 503][n % 5] ?? 200);
    expect(await admitted(limiter, attacker)).toBe('at once');
  });
});

describe('link enumeration from many addresses', () => {
  it('during an attack from many addresses, an address is slowed after six guesses but not after five', async () => {
    const limiter = make();
    for (let n = 0; n < 61; n += 1) await guess(limiter, 50, `192.0.2.${String(n)}`);
    expect(await admitted(limiter, '192.0.2.7')).toBe('after a wait');
    await guess(limiter, 5, '203.0.113.3');
    expect(await admitted(limiter, '203.0.113.3')).toBe('at once');
    await guess(limiter, 1, '203.0.113.3');
    expect(await admitted(limiter, '203.0.113.3')).toBe('after a wait');
  });
});
