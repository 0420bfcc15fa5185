import { WakeSignal } from './wake-signal.js';
import { backOff } from './back-off.js';
import { describeError } from './describe-error.js';
import { Gate } from './gate.js';

test('a wake-up while awake ends the next sleep at once', async () => {
  const wakeSignal = new WakeSignal();
  wakeSignal.wake();
  await wakeSignal.sleep(2_147_483_647);
});

test('a wake-up ends a sleep at once', async () => {
  const wakeSignal = new WakeSignal();
  const sleeping = wakeSignal.sleep(2_147_483_647);
  wakeSignal.wake();
  await sleeping;
});

test('an open gate that was closed again holds', async () => {
  const gate = new Gate();
  const waiting = gate.wait();
  gate.open();
  gate.close();
  expect(gate.isOpen).toBe(false);
  gate.end();
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
