import { AlarmClock } from './alarm-clock.js';
import { backOff } from './back-off.js';
import { describeError } from './describe-error.js';
import { Latch } from './latch.js';

test('an alarm clock woken while nobody sleeps ends the next sleep at once', async () => {
  const clock = new AlarmClock();
  clock.wake();
  await clock.sleep(2_147_483_647);
});

test('an alarm clock wakes a sleeper', async () => {
  const clock = new AlarmClock();
  const sleeping = clock.sleep(2_147_483_647);
  clock.wake();
  await sleeping;
});

test('an open latch that was closed again holds', async () => {
  const latch = new Latch();
  const waiting = latch.wait();
  latch.open();
  latch.close();
  expect(latch.isOpen).toBe(false);
  latch.end();
  expect(await waiting).toBe(false);
});

test.each([
  [1, 80, 100],
  [2, 160, 200],
  [4, 640, 800],
  [50, 800, 1_000],
])('after %i failures waits between %i and %i', (failures, least, most) => {
  const wait = backOff(failures, 100, 1_000);
  expect(wait).toBeGreaterThanOrEqual(least);
  expect(wait).toBeLessThanOrEqual(most);
});

test('a description names the error and its code', () => {
  expect(describeError(Object.assign(new TypeError('no such key'), { code: 'E1' }))).toBe(
    'TypeError E1: no such key',
  );
});

test('a description leaves out the query that Prisma quotes', () => {
  const error = Object.assign(
    new Error('Invalid invocation in\n{ comment: "private" }\n\nUnique constraint'),
    {
      name: 'PrismaClientKnownRequestError',
      code: 'P2002',
    },
  );
  expect(describeError(error)).toBe('PrismaClientKnownRequestError P2002: Unique constraint');
});
