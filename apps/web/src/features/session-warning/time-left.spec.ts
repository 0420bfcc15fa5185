import { describe, expect, it } from '@jest/globals';
import { endingOf, formatTimeLeft, isSameEnd } from './time-left.js';

describe('the end of a session', () => {
  it('the end of a session is computed from the remaining seconds, not from the time that the server states', () => {
    const time = {
      endsAt: '1970-01-01T00:00:00.000Z',
      secondsLeft: 600,
      warningSeconds: 120,
      extendable: true,
    };
    expect(endingOf(time, 5_000)).toEqual({ endsAt: 605_000, warnAt: 485_000, extendable: true });
  });

  it('two end times count as the same unless they differ by a minute or more', () => {
    expect([600_000.25, 540_001, 659_999].map((time) => isSameEnd(time, 600_000))).toEqual([
      true,
      true,
      true,
    ]);
    expect([540_000, 660_000].map((time) => isSameEnd(time, 600_000))).toEqual([false, false]);
  });
});

describe('the remaining time as text', () => {
  it.each([
    [120_000, '2 minutes'],
    [61_000, '2 minutes'],
    [60_000, '60 seconds'],
    [51_000, '60 seconds'],
    [50_000, '50 seconds'],
    [10_001, '20 seconds'],
    [10_000, '10 seconds'],
    [9_200, '10 seconds'],
    [1_000, '1 second'],
    [0, '0 seconds'],
    [-5_000, '0 seconds'],
  ])('%i ms are shown as %s', (ms, text) => {
    expect(formatTimeLeft(ms)).toBe(text);
  });
});
