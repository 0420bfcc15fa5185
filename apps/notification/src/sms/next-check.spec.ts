import { nextCheckMs } from './next-check.js';

const minute = 60_000;
const day = 86_400_000;

describe('nextCheckMs', () => {
  it('looks after a text in doubt at every round', () => {
    expect(nextCheckMs('unknown', 40, minute, minute, 15 * minute)).toBe(minute);
  });

  it('asks ever more rarely about an accepted one, at least daily', () => {
    expect(
      [1, 2, 3, 9].map((checks) => nextCheckMs('accepted', checks, minute, minute, 15 * minute)),
    ).toEqual([60 * minute, 240 * minute, 960 * minute, day]);
  });

  it('leaves it alone after three days, and all that is settled', () => {
    expect(nextCheckMs('accepted', 5, 3 * day + 1, minute, 15 * minute)).toBeNull();
    expect(nextCheckMs('refused', 1, minute, minute, 15 * minute)).toBeNull();
  });
});
