import { atLeast, atMost, metricOf, ratioAtLeast, ratioAtMost } from './metric.ts';

describe('a metric', () => {
  it('a metric has the median of its runs and the median of the paired ratios', () => {
    const metric = metricOf('x', { what: 'a', unit: '/s', product: [10, 40, 90], baseline: [100, 50, 100] });
    expect(metric.product).toEqual({ median: 40, min: 10, max: 90, runs: 3 });
    expect(metric.ratio).toEqual({ median: 0.8, min: 0.1, max: 0.9, runs: 3 });
  });

  it.each([
    [[atLeast(40)], true],
    [[atLeast(41)], false],
    [[atMost(40)], true],
    [[atMost(39)], false],
    [[ratioAtLeast(0.4)], true],
    [[ratioAtLeast(0.41)], false],
    [[ratioAtMost(0.4), atLeast(41)], false],
    [[], null],
  ])('a metric reports whether the goals %j are reached: %j', (goals, reached) => {
    expect(metricOf('x', { what: 'a', unit: 'ms', product: [40], baseline: [100], goals }).reached).toBe(
      reached,
    );
  });

  it('a ratio goal without a baseline is not reached', () => {
    const metric = metricOf('x', { what: 'a', unit: 'ms', product: [1], goals: [ratioAtMost(2)] });
    expect(metric.reached).toBe(false);
  });
});
