import { WakeSignal } from './wake-signal.js';
import { backOff } from './back-off.js';
import { describeError } from './describe-error.js';
import { Gate } from './gate.js';

test('a wake-up before a sleep ends the next sleep at once', async () => {
  const wakeSignal = new WakeSignal();
  wakeSignal.wake();
  await wakeSignal.sleep(2_147_483_647);
});

test('a wake-up ends the current sleep', async () => {
  const wakeSignal = new WakeSignal();
  const sleeping = wakeSignal.sleep(2_147_483_647);
  wakeSignal.wake();
  await sleeping;
});

test('a gate that was opened and closed again still holds its waiters', async () => {
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
])('the back-off after %i failures is between %i and %i ms', (failures, least, most) => {
  const wait = backOff(failures, 100, 1_000);
  expect(wait).toBeGreaterThanOrEqual(least);
  expect(wait).toBeLessThanOrEqual(most);
});

test('an error description contains name, code and message', () => {
  expect(describeError(Object.assign(new TypeError('no such key'), { code: 'E1' }))).toBe(
    'TypeError E1: no such key',
  );
});

test('an error description leaves out the query that Prisma quotes', () => {
  const error = Object.assign(
    new Error('Invalid invocation in\n{ comment: "private" }\n\nUnique constraint'),
    {
      name: 'PrismaClientKnownRequestError',
      code: 'P2002',
    },
  );
  expect(describeError(error)).toBe('PrismaClientKnownRequestError P2002: Unique constraint');
});
