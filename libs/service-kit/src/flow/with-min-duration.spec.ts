import { withMinDuration } from './with-min-duration.js';

/** Milliseconds until `promise` settles, with a result or an error. */
async function duration(promise: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await promise.catch(() => undefined);
  return performance.now() - start;
}

describe('the minimum duration of a response', () => {
  it('an early result is delayed until the minimum duration has passed', async () => {
    expect(await duration(withMinDuration(40, Promise.resolve()))).toBeGreaterThan(35);
  });

  it('an early failure is delayed as well and then passed on', async () => {
    const failing = withMinDuration(40, Promise.reject(new Error('no database')));
    expect(await duration(failing)).toBeGreaterThan(35);
    await expect(failing).rejects.toThrow('no database');
  });

  it('the result of the work is returned', async () => {
    expect(await withMinDuration(1, Promise.resolve('done'))).toBe('done');
  });
});
