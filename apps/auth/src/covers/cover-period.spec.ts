import { coverPeriod } from './cover-period.js';

const now = new Date('2026-11-25T10:00:00.000Z');
const period = (startsAt: string, endsAt: string) => coverPeriod({ startsAt, endsAt }, now);

describe('the period of an absence', () => {
  it('an absence in the future is kept as it is', () => {
    const { startsAt, endsAt } = period('2026-12-01T00:00:00+01:00', '2026-12-04T00:00:00+01:00');
    expect(startsAt.toISOString()).toBe('2026-11-30T23:00:00.000Z');
    expect(endsAt.toISOString()).toBe('2026-12-03T23:00:00.000Z');
  });

  it('an absence whose start has passed starts now', () => {
    expect(period('2026-11-25T00:00:00.000Z', '2026-11-26T00:00:00.000Z').startsAt).toEqual(now);
  });

  it.each([
    ['ends before it starts', '2026-12-02T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['ends when it starts', '2026-12-02T00:00:00.000Z', '2026-12-02T00:00:00.000Z'],
    ['is over', '2026-11-20T00:00:00.000Z', '2026-11-25T10:00:00.000Z'],
  ])('an absence that %s is refused', (_how, startsAt, endsAt) => {
    expect(() => period(startsAt, endsAt)).toThrow(expect.objectContaining({ code: 'cover_period_invalid' }));
  });

  it('an absence must end within twelve months and one day', () => {
    expect(period('2026-12-01T00:00:00.000Z', '2027-11-26T10:00:00.000Z').endsAt.getUTCFullYear()).toBe(2027);
    expect(() => period('2026-12-01T00:00:00.000Z', '2027-11-26T10:00:00.001Z')).toThrow(
      expect.objectContaining({ code: 'cover_too_long' }),
    );
  });
});
