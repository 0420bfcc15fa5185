import { foldSmallCells } from './small-cells.js';

it.each([
  ['no group is small', [9, 5, 6], [9, 5, 6], []],
  ['one is small: the next larger one is hidden with it', [9, 3, 6], [9], [3, 6]],
  ['two small ones have too few links together', [9, 1, 2, 7], [9], [1, 2, 7]],
  ['two small ones have enough', [9, 3, 2, 7], [9, 7], [3, 2]],
  ['all are small', [4, 4], [], [4, 4]],
  ['there is one group only', [4], [], [4]],
])(
  'when %s, the rows %j are divided into %j, which are shown, and %j, which are hidden',
  (_what, rows, shown, others) => {
    expect(foldSmallCells(rows, (size) => size)).toEqual({ shown, others });
  },
);
