import { atLeast, figureOf, ratioAtMost } from './figure.ts';
import { tableOf } from './table.ts';

describe('the results table', () => {
  const figures = [
    figureOf('upload', {
      what: 'throughput',
      unit: 'MB/s',
      ours: [120.4],
      limit: [200],
      note: 'scanner off',
    }),
    figureOf('upload', {
      what: 'p95',
      unit: 'ms',
      ours: [9, 10, 11.26],
      limit: [4, 4, 4],
      goals: [ratioAtMost(2)],
    }),
    figureOf('upload', {
      what: 'rate',
      unit: '/s',
      ours: [1500],
      goals: [atLeast(1500)],
      note: 'scanner off',
    }),
  ];

  it('the results table shows medians, spreads and goals, and whether they are reached', () => {
    expect(tableOf(figures)).toEqual([
      'what        ours                 limit                ratio             goal',
      'throughput  120 MB/s             200 MB/s             0.60',
      'p95         10.0 ms (9.00–11.3)  4.00 ms (4.00–4.00)  2.50 (2.25–2.81)  ≤ 2.00 of the limit  MISSED',
      'rate        1500 /s                                                     ≥ 1500 /s            reached',
      '    scanner off',
    ]);
  });
});
