import { setImmediate } from 'node:timers/promises';
import { AppError } from '@caredrop/service-kit';
import { LinkGuesses } from './link-guesses.js';

/** Longer than one turn of the event loop takes on a busy machine. */
const WAIT = 400;
const attacker = '198.51.100.9';
const make = () => new LinkGuesses({ LINK_GUESS_WAIT_MS: WAIT });

/** Requests links that do not exist. */
async function guess(guesses: LinkGuesses, count: number, from = attacker): Promise<void> {
  for (let n = 0; n < count; n += 1) await guesses.learn(from, `guess${String(n)}`, 404);
}

type Outcome = 'at once' | 'after a wait' | 'refused';

/** Whether a call had to wait: it has then not settled by the next turn of the event loop, however slow the machine. */
async function admitted(guesses: LinkGuesses, from: string, link = 'new'): Promise<Outcome> {
  let settled: Outcome | undefined;
  const outcome = guesses.admit(from, link).then(
    () => (settled = 'at once'),
    (refusal: unknown) => {
      expect(refusal).toBeInstanceOf(AppError);
      expect(refusal).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
      return (settled = 'refused');
    },
  );
  await setImmediate();
  if (settled) return settled;
  return (await outcome) === 'refused' ? 'refused' : 'after a wait';
}

describe('an address that asks for links that do not exist', () => {
  it('is slowed after three hundred in a minute', async () => {
    const guesses = make();
    await guess(guesses, 300);
    expect(await admitted(guesses, attacker)).toBe('at once');
    await guess(guesses, 1);
    expect(await admitted(guesses, attacker)).toBe('after a wait');
    expect(await admitted(guesses, '203.0.113.3')).toBe('at once');
  });

  it('has thirty calls waiting; more are told when to come back, and let in afterwards', async () => {
    const guesses = make();
    await guess(guesses, 301);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => admitted(guesses, attacker)));
    expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(20);
    expect(await admitted(guesses, attacker)).toBe('after a wait');
  });

  it('does not slow a link that has been opened here before, not even with its queue full', async () => {
    const guesses = make();
    await guesses.learn('203.0.113.3', 'mine', 200);
    await guess(guesses, 301);
    const queue = Array.from({ length: 35 }, () => admitted(guesses, attacker));
    expect(await admitted(guesses, attacker, 'mine')).toBe('at once');
    await Promise.all(queue);
  });

  it('is what a household with IPv6 is as a whole', async () => {
    const guesses = make();
    await guess(guesses, 301, '2001:db8:1:2::1');
    expect(await admitted(guesses, '2001:db8:1:2::9')).toBe('after a wait');
  });

  it('is nobody whose links are there, used up, expired or revoked', async () => {
    const guesses = make();
    for (let n = 0; n < 1000; n += 1)
      await guesses.learn(attacker, 'x', [200, 201, 409, 410, 503][n % 5] ?? 200);
    expect(await admitted(guesses, attacker)).toBe('at once');
  });
});

describe('many addresses that guess together', () => {
  it('are each slowed once they have asked for a few; others are not', async () => {
    const guesses = make();
    for (let n = 0; n < 61; n += 1) await guess(guesses, 50, `192.0.2.${String(n)}`);
    expect(await admitted(guesses, '192.0.2.7')).toBe('after a wait');
    await guess(guesses, 3, '203.0.113.3');
    expect(await admitted(guesses, '203.0.113.3')).toBe('at once');
  });
});
