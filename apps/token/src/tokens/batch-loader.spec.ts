import { BatchLoader } from './batch-loader.js';

/** A loader whose queries resolve when the test decides, with each key in upper case. */
function asking({ concurrency = 1, maxBatchSize = 3 } = {}) {
  const asked: { keys: string[]; respond: () => void; fail: (error: Error) => void }[] = [];
  const loader = new BatchLoader<string, string>({
    concurrency,
    maxBatchSize,
    loadBatch: (keys) =>
      new Promise((resolve, reject) => {
        asked.push({ keys, respond: () => resolve(keys.map((key) => key.toUpperCase())), fail: reject });
      }),
  });
  return { loader, asked, keys: () => asked.map((one) => one.keys) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a batch loader queries the first key at once and combines keys that arrive during a query', async () => {
  const { loader, asked, keys } = asking();
  const responses = ['a', 'b', 'c'].map((key) => loader.load(key));
  expect(keys()).toEqual([['a']]);
  asked[0]?.respond();
  await settle();
  expect(keys()).toEqual([['a'], ['b', 'c']]);
  asked[1]?.respond();
  expect(await Promise.all(responses)).toEqual(['A', 'B', 'C']);
  void loader.load('d');
  expect(keys()).toEqual([['a'], ['b', 'c'], ['d']]);
});

test('a batch loader limits its concurrent queries and the keys per query', async () => {
  const { loader, asked, keys } = asking({ concurrency: 2, maxBatchSize: 2 });
  for (const key of ['a', 'b', 'c', 'd', 'e']) void loader.load(key);
  expect(keys()).toEqual([['a'], ['b']]);
  asked[1]?.respond();
  await settle();
  expect(keys()).toEqual([['a'], ['b'], ['c', 'd']]);
});

test('a failed query of a batch loader rejects only its own keys', async () => {
  const { loader, asked } = asking();
  const [first, second] = [loader.load('a'), loader.load('b')];
  asked[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  asked[1]?.respond();
  expect(await second).toBe('B');
});
