import { heldPercent, spokenProgress } from './progress.js';

describe('the progress', () => {
  it.each([
    [0, 1000, 0],
    [499, 1000, 49],
    [950, 1000, 95],
    [1000, 1000, 95],
    [0, 0, 0],
  ])('of %i of %i bytes is %i', (loaded, total, percent) => {
    expect(heldPercent(loaded, total)).toBe(percent);
  });

  it('is spoken at the quarters only', () => {
    const spoken = new Set(Array.from({ length: 96 }, (_, percent) => spokenProgress(percent)));
    expect([...spoken]).toEqual([
      'Sending has started',
      '25 percent sent',
      '50 percent sent',
      '75 percent sent',
    ]);
  });
});
