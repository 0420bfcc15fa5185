import { foldSmallCells } from './small-cells.js';

it.each([
  ['no group is small', [9, 5, 6], [9, 5, 6], []],
  ['one group is small', [9, 3, 6], [9], [3, 6]],
  ['two small groups have too few links together', [9, 1, 2, 7], [9], [1, 2, 7]],
  ['two small groups have enough links together', [9, 3, 2, 7], [9, 7], [3, 2]],
  ['all groups are small', [4, 4], [], [4, 4]],
  ['there is only one group', [4], [], [4]],
])(
  'when %s, the groups %j are divided into %j, which are shown, and %j, which are hidden',
  (_what, rows, shown, others) => {
    expect(foldSmallCells(rows, (size) => size)).toEqual({ shown, others });
  },
);
