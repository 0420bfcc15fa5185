import { shrinkSteps } from './shrink-steps.js';

describe('the steps for shrinking a photo', () => {
  it('shrinking keeps the proportions and starts at 3,000 px', () => {
    expect(shrinkSteps(6000, 4000, 'shrink')[0]).toEqual({ width: 3000, height: 2000, quality: 0.85 });
    expect(shrinkSteps(4000, 6000, 'shrink')[0]).toEqual({ width: 2000, height: 3000, quality: 0.85 });
  });

  it('converting a photo starts at its full size of 4,000 px', () => {
    expect(shrinkSteps(4000, 3000, 'convert')[0]).toEqual({ width: 4000, height: 3000, quality: 0.9 });
  });

  it('at least four steps keep 2,000 px or more, and sizes never increase', () => {
    const edges = shrinkSteps(6000, 4000, 'shrink').map((step) => step.width);
    expect(edges.filter((edge) => edge >= 2000).length).toBeGreaterThanOrEqual(4);
    expect(edges).toEqual([...edges].sort((one, other) => other - one));
  });

  it('a photo is never enlarged, and no step is repeated', () => {
    const steps = shrinkSteps(800, 600, 'shrink');
    expect(steps.every((step) => step.width === 800 && step.height === 600)).toBe(true);
    expect(new Set(steps.map((step) => step.quality)).size).toBe(steps.length);
  });

  it.each([
    [8000, 6000],
    [10_000, 2000],
    [1080, 12_000],
    [1440, 3120],
    [600, 9000],
  ])('the short edge of a picture of %d × %d is not reduced below 1,200 px', (width, height) => {
    const steps = shrinkSteps(width, height, 'shrink');
    const least = Math.min(1200, width, height);
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) expect(Math.min(step.width, step.height)).toBeGreaterThanOrEqual(least);
  });

  it('a screenshot that is too long for one picture has no step', () => {
    expect(shrinkSteps(1080, 24_000, 'shrink')).toEqual([]);
  });
});
