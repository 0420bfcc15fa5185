import { ConsumerPause } from './consumer-pause.js';

function pauseWith(probe: () => Promise<unknown>, probeTimeoutMs?: number) {
  const told: string[] = [];
  const pause = new ConsumerPause({
    probe,
    probeEveryMs: 1,
    probeTimeoutMs,
    onAway: () => told.push('away'),
    onBack: () => told.push('back'),
  });
  return { pause, told };
}

test('a consumer is not paused while the database is reachable', async () => {
  const { pause } = pauseWith(() => Promise.resolve());
  expect(pause.isPaused).toBe(false);
  expect(await pause.whenResumed()).toBe(true);
});

test('a paused consumer waits until a probe succeeds and reports both changes once', async () => {
  let failures = 3;
  const { pause, told } = pauseWith(() =>
    failures-- > 0 ? Promise.reject(new Error('away')) : Promise.resolve(),
  );
  pause.begin(new Error('away'));
  pause.begin(new Error('away'));
  expect(pause.isPaused).toBe(true);
  expect(await Promise.all([pause.whenResumed(), pause.whenResumed()])).toEqual([true, true]);
  expect(told).toEqual(['away', 'back']);
  expect(failures).toBe(-1);
});

test('a consumer that is stopped while paused does not resume', async () => {
  const { pause } = pauseWith(() => Promise.reject(new Error('away')));
  pause.begin(new Error('away'));
  const waiting = pause.whenResumed();
  pause.end();
  expect(await waiting).toBe(false);
});

test('a database probe that never returns counts as failed', async () => {
  const { pause } = pauseWith(() => new Promise(() => undefined), 1);
  expect(await pause.databaseResponds()).toBe(false);
});
