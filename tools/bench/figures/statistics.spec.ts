import { median, percentile, ratios, spreadOf } from './statistics.ts';

const oneToHundred = Array.from({ length: 100 }, (_, index) => 100 - index);

describe('percentile', () => {
  it.each([
    [0.5, 50],
    [0.95, 95],
    [0.99, 99],
    [1, 100],
    [0, 1],
  ])('%d of 1 to 100 is %d', (share, value) => {
    expect(percentile(oneToHundred, share)).toBe(value);
  });

  it('is a value that was seen, of few ones too', () => {
    expect(percentile([3, 1], 0.95)).toBe(3);
    expect(percentile([7], 0.5)).toBe(7);
  });

  it('says so when nothing was measured', () => {
    expect(() => percentile([], 0.5)).toThrow('nothing was measured');
    expect(() => median([])).toThrow('nothing was measured');
  });
});

describe('median and spread', () => {
  it('leave the values as they were', () => {
    const values = [3, 1, 2];
    expect(spreadOf(values)).toEqual({ median: 2, min: 1, max: 3, runs: 3 });
    expect(values).toEqual([3, 1, 2]);
  });

  it('take the middle of two', () => {
    expect(median([1, 2, 3, 10])).toBe(2.5);
  });
});

describe('ratios', () => {
  it('pair the runs', () => {
    expect(ratios([1, 9, 5], [2, 3])).toEqual([0.5, 3]);
  });
});
