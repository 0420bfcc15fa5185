import { withMinDuration } from './with-min-duration.js';

/** Milliseconds from the call until its promise settles, with a result or an error. */
async function duration(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await call().catch(() => undefined);
  return performance.now() - start;
}
/** Timers count whole milliseconds. */
const rounding = 1;

describe('the minimum duration of a response', () => {
  it('an early result is delayed until the minimum duration has passed', async () => {
    const early = () => withMinDuration(40, Promise.resolve());
    expect(await duration(early)).toBeGreaterThanOrEqual(40 - rounding);
  });

  it('an early failure is delayed as well and then passed on', async () => {
    const failing = () => withMinDuration(40, Promise.reject(new Error('no database')));
    expect(await duration(failing)).toBeGreaterThanOrEqual(40 - rounding);
    await expect(failing()).rejects.toThrow('no database');
  });

  it('the result of the work is returned', async () => {
    expect(await withMinDuration(1, Promise.resolve('done'))).toBe('done');
  });
});
