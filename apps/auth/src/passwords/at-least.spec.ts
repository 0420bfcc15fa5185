import { atLeast } from './at-least.js';

/** Milliseconds until `promise` settles, however it does. */
async function duration(promise: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await promise.catch(() => undefined);
  return performance.now() - start;
}

describe('atLeast', () => {
  it('holds back an early result', async () => {
    expect(await duration(atLeast(40, Promise.resolve()))).toBeGreaterThan(35);
  });

  it('holds back an early failure as well, and passes it on', async () => {
    const failing = atLeast(40, Promise.reject(new Error('no database')));
    expect(await duration(failing)).toBeGreaterThan(35);
    await expect(failing).rejects.toThrow('no database');
  });

  it('answers what the work answers', async () => {
    expect(await atLeast(1, Promise.resolve('done'))).toBe('done');
  });
});
