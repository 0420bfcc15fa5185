import { rowsAfter } from './rows-after.js';

it('every row is read once, a batch at a time, until a batch is empty', async () => {
  const stored = [1, 2, 3, 4, 5];
  const asked: (number | undefined)[] = [];
  const find = (last: number | undefined) => {
    asked.push(last);
    return Promise.resolve(stored.filter((row) => row > (last ?? 0)).slice(0, 2));
  };
  const read: number[] = [];
  for await (const row of rowsAfter(find)) read.push(row);
  expect(read).toEqual(stored);
  expect(asked).toEqual([undefined, 2, 4, 5]);
});

it('no further batch is read after the caller has stopped', async () => {
  let batches = 0;
  const find = () => Promise.resolve([(batches += 1)]);
  for await (const row of rowsAfter(find)) if (row === 2) break;
  expect(batches).toBe(2);
});
