import { english } from '../testing/english.js';
import { heldPercent, spokenProgress } from './progress.js';

describe('the upload progress', () => {
  it.each([
    [0, 1000, 0],
    [499, 1000, 49],
    [950, 1000, 95],
    [1000, 1000, 95],
    [0, 0, 0],
  ])('the progress after %i of %i bytes is %i percent', (loaded, total, percent) => {
    expect(heldPercent(loaded, total)).toBe(percent);
  });

  it('the progress is announced only at the start and at each quarter', () => {
    const spoken = new Set(Array.from({ length: 96 }, (_, percent) => spokenProgress(english, percent)));
    expect([...spoken]).toEqual([
      'Sending has started',
      '25 percent sent',
      '50 percent sent',
      '75 percent sent',
    ]);
  });
});
