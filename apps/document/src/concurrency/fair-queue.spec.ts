import { FairQueue } from './fair-queue.js';

interface Item {
  owner: string;
  member: string;
  name: string;
}
const queueOf = (...names: string[]) => {
  const queue = new FairQueue<Item>();
  for (const name of names) queue.add({ owner: name.charAt(0), member: name.slice(0, 2), name });
  return queue;
};
const takeAll = (queue: FairQueue<Item>) =>
  Array.from({ length: queue.size }, () => queue.take()?.name).join(' ');

describe('FairQueue', () => {
  it('a fair queue takes items round robin by owner, and by member within an owner', () => {
    expect(takeAll(queueOf('a1x', 'a1y', 'a2x', 'b1x', 'b1y', 'c1x'))).toBe('a1x b1x c1x a2x b1y a1y');
  });

  it('an item skipped by a fair queue keeps its turn', () => {
    const queue = queueOf('a1x', 'b1x', 'c1x');
    expect(queue.take(({ owner }) => owner === 'b')?.name).toBe('b1x');
    expect(queue.take(({ owner }) => owner === 'b')).toBeUndefined();
    expect(takeAll(queue)).toBe('a1x c1x');
  });

  it('an item deleted from a fair queue is not taken', () => {
    const queue = new FairQueue<Item>();
    const item = { owner: 'a', member: 'a1', name: 'x' };
    queue.add(item);
    expect([queue.delete(item), queue.delete(item), queue.size]).toEqual([true, false, 0]);
    expect(queue.take()).toBeUndefined();
  });

  it('the newest item of the largest owner is returned only if that owner has at least two more items than the given owner', () => {
    expect(queueOf('a1x', 'a1y', 'b1x').newestOfLargest('c')?.name).toBe('a1y');
    expect(queueOf('a1x', 'a2x', 'a1y').newestOfLargest('c')?.name).toBe('a1y');
    expect(queueOf('a1x', 'a1y', 'b1x').newestOfLargest('b')).toBeUndefined();
    expect(queueOf('a1x', 'a1y').newestOfLargest('a')).toBeUndefined();
  });
});
