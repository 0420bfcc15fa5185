import { eventually } from '@caredrop/testing';
import { WorkerPool } from './worker-pool.js';

/** A WorkerPool whose work finishes when the test lets it; `taken` lists the batches in order. */
function poolOf(concurrency: number, { batchSize = 3, gatherMs = 0 } = {}) {
  const taken: string[][] = [];
  const endings: ((left: string[]) => void)[] = [];
  const made = new WorkerPool<string>({
    concurrency,
    batchSize,
    gatherMs,
    mayBeBatched: (item) => !item.startsWith('alone'),
    work: (items) => {
      taken.push(items);
      return new Promise((resolve) => endings.push(resolve));
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const add = (...items: string[]) => {
    for (const item of items) made.add(item);
    return settle();
  };
  const finish = (nth: number, left: string[] = []) => {
    endings[nth]?.(left);
    return settle();
  };
  return { pool: made, taken, add, finish };
}

test('a worker pool processes a lone item immediately, and batches items that arrive while it is busy', async () => {
  const { taken, add, finish } = poolOf(1);
  await add('a');
  expect(taken).toEqual([['a']]);
  await add('b');
  await add('c');
  expect(taken).toEqual([['a']]);
  await finish(0);
  expect(taken).toEqual([['a'], ['b', 'c']]);
});

test('a worker pool batches items that arrive together up to the batch size', async () => {
  const { taken, add } = poolOf(2);
  await add('a', 'b', 'c', 'd');
  expect(taken).toEqual([['a', 'b', 'c'], ['d']]);
});

test('a worker pool waits for more items when a gather time is set', async () => {
  const { taken, add } = poolOf(1, { gatherMs: 20 });
  await add('a');
  await add('b');
  expect(taken).toEqual([]);
  await eventually(() => expect(taken).toEqual([['a', 'b']]));
});

test('an item that may not be batched is processed alone, after the batch before it', async () => {
  const { taken, add, finish } = poolOf(1);
  await add('a', 'alone', 'b');
  await finish(0);
  expect(taken).toEqual([['a', 'b'], ['alone']]);
});

test('the items left by a failed batch are processed one by one after the items already waiting', async () => {
  const { taken, add, finish } = poolOf(1);
  await add('a', 'b');
  await add('c');
  await finish(0, ['a', 'b']);
  await finish(1);
  await finish(2);
  expect(taken).toEqual([['a', 'b'], ['c'], ['a'], ['b']]);
});

test('ending a worker pool drops waiting items and waits for the running batch', async () => {
  const { pool, taken, add, finish } = poolOf(1);
  await add('a');
  await add('b');
  let ended = false;
  const ending = pool.end().then(() => (ended = true));
  await add();
  expect(ended).toBe(false);
  await finish(0);
  await ending;
  expect(taken).toEqual([['a']]);
});
