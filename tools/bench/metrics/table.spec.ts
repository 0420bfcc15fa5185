import { atLeast, metricOf, ratioAtMost } from './metric.ts';
import { tableOf } from './table.ts';

describe('the results table', () => {
  const metrics = [
    metricOf('upload', {
      what: 'throughput',
      unit: 'MB/s',
      product: [120.4],
      baseline: [200],
      note: 'scanner off',
    }),
    metricOf('upload', {
      what: 'p95',
      unit: 'ms',
      product: [9, 10, 11.26],
      baseline: [4, 4, 4],
      goals: [ratioAtMost(2)],
    }),
    metricOf('upload', {
      what: 'rate',
      unit: '/s',
      product: [1500],
      goals: [atLeast(1500)],
      note: 'scanner off',
    }),
  ];

  it('the results table shows medians, spreads and goals, and whether they are reached', () => {
    expect(tableOf(metrics)).toEqual([
      'what        product              baseline             ratio             goal',
      'throughput  120 MB/s             200 MB/s             0.60',
      'p95         10.0 ms (9.00–11.3)  4.00 ms (4.00–4.00)  2.50 (2.25–2.81)  ≤ 2.00 of the baseline  MISSED',
      'rate        1500 /s                                                     ≥ 1500 /s               reached',
      '    scanner off',
    ]);
  });
});
