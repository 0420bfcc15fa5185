import { DatabaseGate } from './database-gate.js';

function gateWith(probe: () => Promise<unknown>, probeTimeoutMs?: number) {
  const told: string[] = [];
  const gate = new DatabaseGate({
    probe,
    probeEveryMs: 1,
    probeTimeoutMs,
    onAway: () => told.push('away'),
    onBack: () => told.push('back'),
  });
  return { gate, told };
}

test('lets through while the database is there', async () => {
  const { gate } = gateWith(() => Promise.resolve());
  expect(gate.isOpen).toBe(true);
  expect(await gate.pass()).toBe(true);
});

test('holds everybody until a probe succeeds, and tells both once', async () => {
  let failures = 3;
  const { gate, told } = gateWith(() =>
    failures-- > 0 ? Promise.reject(new Error('away')) : Promise.resolve(),
  );
  gate.close(new Error('away'));
  gate.close(new Error('away'));
  expect(gate.isOpen).toBe(false);
  expect(await Promise.all([gate.pass(), gate.pass()])).toEqual([true, true]);
  expect(told).toEqual(['away', 'back']);
  expect(failures).toBe(-1);
});

test('lets nobody through once it is done with', async () => {
  const { gate } = gateWith(() => Promise.reject(new Error('away')));
  gate.close(new Error('away'));
  const waiting = gate.pass();
  gate.end();
  expect(await waiting).toBe(false);
});

test('a probe that never answers has failed', async () => {
  const { gate } = gateWith(() => new Promise(() => undefined), 1);
  expect(await gate.answers()).toBe(false);
});
