import { percentilesOf } from './percentiles.js';

const waited = (...links: number[]) =>
  links.map((count, index) => ({ wait: 'open' as const, seconds: (index + 1) * 60, links: count }));

it.each([
  ['half of ten links', waited(5, 4, 1), 60, 120],
  ['a little more than half', waited(4, 5, 1), 120, 120],
  ['all at once', waited(10), 60, 60],
  ['nine of ten just missed', waited(5, 3, 2), 60, 180],
])('the median and the 90th percentile are those of %s', (_what, rows, half, nine_tenths) => {
  expect(percentilesOf(rows.toReversed())).toEqual([{ wait: 'open', links: 10, half, nine_tenths }]);
});

it('waits of fewer than five links are left out', () => {
  expect(percentilesOf(waited(2, 2))).toEqual([]);
});
