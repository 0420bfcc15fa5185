import { percentilesOf } from './percentiles.js';

const waited = (...links: number[]) =>
  links.map((count, index) => ({ wait: 'open' as const, seconds: (index + 1) * 60, links: count }));

it.each([
  ['exactly half of the links took one minute', waited(5, 4, 1), 60, 120],
  ['fewer than half of the links took one minute', waited(4, 5, 1), 120, 120],
  ['all links took one minute', waited(10), 60, 60],
  ['only eight of ten links took two minutes or less', waited(5, 3, 2), 60, 180],
])('the median and the 90th percentile are correct when %s', (_what, rows, half, nine_tenths) => {
  expect(percentilesOf(rows.toReversed())).toEqual([{ wait: 'open', links: 10, half, nine_tenths }]);
});

it('percentiles are not reported for fewer than five links', () => {
  expect(percentilesOf(waited(2, 2))).toEqual([]);
});
