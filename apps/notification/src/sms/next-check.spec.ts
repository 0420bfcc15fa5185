import { nextCheckMs } from './next-check.js';

const minute = 60_000;
const day = 86_400_000;

describe('nextCheckMs', () => {
  it('a text message in doubt is checked in every round', () => {
    expect(nextCheckMs('unknown', 40, minute, minute, 15 * minute)).toBe(minute);
  });

  it('an accepted text message is checked at increasing intervals of at most a day', () => {
    expect(
      [1, 2, 3, 9].map((checks) => nextCheckMs('accepted', checks, minute, minute, 15 * minute)),
    ).toEqual([60 * minute, 240 * minute, 960 * minute, day]);
  });

  it('an accepted text message is not checked after three days, and a refused one never', () => {
    expect(nextCheckMs('accepted', 5, 3 * day + 1, minute, 15 * minute)).toBeNull();
    expect(nextCheckMs('refused', 1, minute, minute, 15 * minute)).toBeNull();
  });
});
