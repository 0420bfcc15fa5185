import { sheetsOf } from './sheets.js';

describe('the pictures of a PDF page', () => {
  it.each([
    ['A4', 595, 842, 1653, 2339],
    ['A4 turned', 842, 595, 2339, 1653],
    ['a small card', 153, 243, 1473, 2339],
    ['a photo that was saved with one point for each pixel', 3000, 4000, 1755, 2339],
    ['a wide strip', 4000, 500, 2339, 293],
  ])('%s becomes one picture of 2,339 px along its long edge', (_what, width, height, wide, high) => {
    expect(sheetsOf(width, height)).toEqual([
      { scale: 2339 / Math.max(width, height), width: wide, height: high, top: 0 },
    ]);
  });

  it('a long strip is cut into pages that are wide enough to be read, overlap, and cover all of it', () => {
    const [width, height] = [390, 3000];
    const sheets = sheetsOf(width, height);
    expect(sheets).toHaveLength(6);
    expect(sheets.every((sheet) => sheet.width === 1654 && sheet.scale === 1654 / width)).toBe(true);
    const last = sheets.at(-1)!;
    expect(last.top + last.height).toBe(Math.ceil(height * (1654 / width)));
    sheets.slice(1).forEach(({ top }, at) => {
      expect(top).toBeLessThan(sheets[at]!.top + sheets[at]!.height);
    });
  });
});
