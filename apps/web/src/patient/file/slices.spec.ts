import { slicesOf } from './slices.js';

describe('the pages of a long picture', () => {
  it('the pages have the shape of A4 at the width of the picture, cover all of it, and overlap', () => {
    const slices = slicesOf(1080, 24_000);
    expect(slices[0]).toEqual({ top: 0, height: 1527 });
    expect(slices.at(-1)!.top + slices.at(-1)!.height).toBe(24_000);
    slices.slice(1).forEach(({ top }, at) => {
      const before = slices[at]!;
      expect(before.top + before.height - top).toBeGreaterThan(50);
    });
  });

  it('a picture that fits on one page is one slice', () => {
    expect(slicesOf(1000, 1400)).toEqual([{ top: 0, height: 1400 }]);
  });
});
