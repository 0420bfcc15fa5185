import { AskTogether } from './ask-together.js';

/** Queries that return when the test says so, each key mapped to capitals. */
function asking({ lanes = 1, most = 3 } = {}) {
  const asked: { keys: string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const together = new AskTogether<string, string>({
    lanes,
    most,
    ask: (keys) =>
      new Promise((resolve, reject) => {
        asked.push({ keys, answer: () => resolve(keys.map((key) => key.toUpperCase())), fail: reject });
      }),
  });
  return { together, asked, keys: () => asked.map((one) => one.keys) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('the first key is queried at once, and keys that arrive during a query share the next one', async () => {
  const { together, asked, keys } = asking();
  const answers = ['a', 'b', 'c'].map((key) => together.want(key));
  expect(keys()).toEqual([['a']]);
  asked[0]?.answer();
  await settle();
  expect(keys()).toEqual([['a'], ['b', 'c']]);
  asked[1]?.answer();
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C']);
  void together.want('d');
  expect(keys()).toEqual([['a'], ['b', 'c'], ['d']]);
});

test('the number of concurrent queries and of keys per query is limited', async () => {
  const { together, asked, keys } = asking({ lanes: 2, most: 2 });
  for (const key of ['a', 'b', 'c', 'd', 'e']) void together.want(key);
  expect(keys()).toEqual([['a'], ['b']]);
  asked[1]?.answer();
  await settle();
  expect(keys()).toEqual([['a'], ['b'], ['c', 'd']]);
});

test('a failed query rejects only its own keys', async () => {
  const { together, asked } = asking();
  const [first, second] = [together.want('a'), together.want('b')];
  asked[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  asked[1]?.answer();
  expect(await second).toBe('B');
});
