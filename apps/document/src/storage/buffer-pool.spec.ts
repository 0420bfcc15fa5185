import { BufferPool } from './buffer-pool.js';

describe('BufferPool', () => {
  it('gives a buffer out again, wiped, and to one user at a time', () => {
    const pool = new BufferPool(8, 1);
    const one = pool.take();
    const other = pool.take();
    expect(other).not.toBe(one);
    one.write('secret');
    pool.give(one, 6);
    const again = pool.take();
    expect(again).toBe(one);
    expect(again.subarray(0, 6)).toEqual(Buffer.alloc(6));
  });

  it('keeps no more than it should', () => {
    const pool = new BufferPool(8, 1);
    const [one, other] = [pool.take(), pool.take()];
    pool.give(one, 0);
    pool.give(other, 0);
    expect(pool.take()).toBe(one);
    expect([one, other]).not.toContain(pool.take());
  });
});
