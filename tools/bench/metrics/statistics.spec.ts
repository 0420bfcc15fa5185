import { median, percentile, ratios, spreadOf } from './statistics.ts';

const oneToHundred = Array.from({ length: 100 }, (_, index) => 100 - index);

describe('percentile', () => {
  it.each([
    [0.5, 50],
    [0.95, 95],
    [0.99, 99],
    [1, 100],
    [0, 1],
  ])('the %d quantile of 1 to 100 is %d', (share, value) => {
    expect(percentile(oneToHundred, share)).toBe(value);
  });

  it('a percentile is always one of the values', () => {
    expect(percentile([3, 1], 0.95)).toBe(3);
    expect(percentile([7], 0.5)).toBe(7);
  });

  it('percentile and median throw on an empty list', () => {
    expect(() => percentile([], 0.5)).toThrow('nothing was measured');
    expect(() => median([])).toThrow('nothing was measured');
  });
});

describe('median and spread', () => {
  it('computing the spread leaves its input unchanged', () => {
    const values = [3, 1, 2];
    expect(spreadOf(values)).toEqual({ median: 2, min: 1, max: 3, runs: 3 });
    expect(values).toEqual([3, 1, 2]);
  });

  it('the median of an even number of values is the mean of the middle two', () => {
    expect(median([1, 2, 3, 10])).toBe(2.5);
  });
});

describe('ratios', () => {
  it('ratios are taken pairwise and extra runs are ignored', () => {
    expect(ratios([1, 9, 5], [2, 3])).toEqual([0.5, 3]);
  });
});
