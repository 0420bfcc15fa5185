import { BufferPool } from './buffer-pool.js';

describe('BufferPool', () => {
  it('a returned buffer is wiped and reused, and buffers are never shared', () => {
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

  it('a buffer pool keeps no more buffers than its limit', () => {
    const pool = new BufferPool(8, 1);
    const [one, other] = [pool.take(), pool.take()];
    pool.give(one, 0);
    pool.give(other, 0);
    expect(pool.take()).toBe(one);
    expect([one, other]).not.toContain(pool.take());
  });
});
