import { deadlineText, isReminderHour, nextReminderHour, planReminders } from './reminder-plan.js';

const london = { days: [3, 10, -2], timeZone: 'Europe/London' };
const at = (iso: string) => new Date(iso);
const link = (from: string, expiresAt: string, sent = 0, last: string | null = null) => ({
  from: at(from),
  expiresAt: at(expiresAt),
  sent,
  last: last === null ? null : at(last),
});
const plan = (from: string, expiresAt: string, rules = london) =>
  planReminders(link(from, expiresAt), rules, at(from)).map((time) => time.toISOString());

describe('planReminders', () => {
  it('reminders are planned three and ten days after the text and two days before the expiry', () => {
    expect(plan('2026-11-23T14:05:00Z', '2026-12-23T09:30:00Z')).toEqual([
      '2026-11-26T14:05:00.000Z',
      '2026-12-03T14:05:00.000Z',
      '2026-12-21T09:30:00.000Z',
    ]);
  });

  it.each([
    ['before 08:00 is moved to 08:00', '2026-11-23T05:30:00Z', '2026-11-26T08:00:00.000Z'],
    ['at 07:59:59 is moved to 08:00', '2026-11-23T07:59:59Z', '2026-11-26T08:00:00.000Z'],
    ['at 19:59:59 stays', '2026-11-23T19:59:59Z', '2026-11-26T19:59:59.000Z'],
    ['at 20:00 is moved to 08:00 on the next day', '2026-11-23T20:00:00Z', '2026-11-27T08:00:00.000Z'],
  ])('a reminder planned %s', (_what, from, first) => {
    expect(plan(from, '2026-12-23T12:00:00Z')[0]).toBe(first);
  });

  it('reminder hours are in the clinic’s time zone', () => {
    const tokyo = { days: [3], timeZone: 'Asia/Tokyo' };
    expect(plan('2026-11-23T14:05:00Z', '2026-12-23T12:00:00Z', tokyo)).toEqual(['2026-11-26T23:00:00.000Z']);
  });

  it.each([
    ['spring, when a day has 23 hours', '2026-03-27T10:00:00Z', '2026-03-30T09:00:00.000Z'],
    ['autumn, when a day has 25 hours', '2026-10-23T09:00:00Z', '2026-10-26T10:00:00.000Z'],
  ])('the local time of day stays the same over the clock change in %s', (_what, from, first) => {
    expect(plan(from, '2027-01-31T12:00:00Z')[0]).toBe(first);
  });

  it.each([
    ['that the clock change skips', '2026-03-26T01:30:00Z', '2026-03-29T07:00:00.000Z'],
    ['that occurs twice', '2026-10-22T00:30:00Z', '2026-10-25T08:00:00.000Z'],
  ])('a planned time %s is moved to 08:00 on that day', (_what, from, first) => {
    expect(plan(from, '2027-01-31T12:00:00Z')[0]).toBe(first);
  });

  it('a reminder comes at least 48 hours after the message before it, even if a day has only 23 hours', () => {
    const rules = { days: [2, 4], timeZone: 'Europe/London' };
    const times = plan('2026-03-28T10:00:00Z', '2026-12-23T12:00:00Z', rules);
    expect(times).toEqual(['2026-03-30T10:00:00.000Z', '2026-04-01T10:00:00.000Z']);
  });

  it('a reminder planned within 48 hours of the previous one is moved', () => {
    expect(plan('2026-11-23T14:00:00Z', '2026-12-06T14:00:00Z')).toEqual([
      '2026-11-26T14:00:00.000Z',
      '2026-12-03T14:00:00.000Z',
      '2026-12-05T14:00:00.000Z',
    ]);
  });

  it('the first reminder comes no earlier than 48 hours after the text', () => {
    expect(plan('2026-11-23T14:00:00Z', '2026-11-26T14:00:00Z')).toEqual(['2026-11-25T14:00:00.000Z']);
  });

  it('a link that expires within two days has no reminder', () => {
    expect(plan('2026-11-23T14:00:00Z', '2026-11-25T14:00:00Z')).toEqual([]);
  });

  it('a reminder comes at least two hours before the link expires', () => {
    const rules = { days: [3], timeZone: 'Europe/London' };
    expect(plan('2026-11-23T14:00:00Z', '2026-11-26T16:00:00Z', rules)).toHaveLength(1);
    expect(plan('2026-11-23T14:00:00Z', '2026-11-26T15:59:59Z', rules)).toEqual([]);
  });

  it('reminders that were sent count towards the maximum for a link', () => {
    const rules = { days: [3, 5, 7], timeZone: 'Europe/London' };
    const sent = link('2026-11-23T14:00:00Z', '2026-12-23T14:00:00Z', 2, '2026-11-24T14:00:00Z');
    expect(planReminders(sent, rules, at('2026-11-24T14:00:00Z'))).toHaveLength(1);
  });

  it('missed times are left out, and the next reminder is 48 hours after a late one', () => {
    const late = link('2026-11-23T14:00:00Z', '2026-12-23T14:00:00Z', 1, '2026-12-02T09:00:00Z');
    expect(planReminders(late, london, at('2026-12-02T09:00:00Z'))).toEqual([
      at('2026-12-04T09:00:00Z'),
      at('2026-12-21T14:00:00Z'),
    ]);
  });

  it('no reminders are planned without days in the rules', () => {
    expect(plan('2026-11-23T14:00:00Z', '2026-12-23T14:00:00Z', { ...london, days: [] })).toEqual([]);
  });
});

describe('the hours for reminders', () => {
  it.each([
    ['2026-07-01T06:59:59Z', false],
    ['2026-07-01T07:00:00Z', true],
    ['2026-07-01T18:59:59Z', true],
    ['2026-07-01T19:00:00Z', false],
  ])('%s, in summer in London, is within the hours for reminders: %s', (time, expected) => {
    expect(isReminderHour(at(time), 'Europe/London')).toBe(expected);
  });

  it.each([
    ['on the day that has 23 hours', '2026-03-28T21:00:00Z', '2026-03-29T07:00:00.000Z'],
    ['on the day that has 25 hours', '2026-10-24T20:00:00Z', '2026-10-25T08:00:00.000Z'],
  ])(
    'a reminder due in the evening before a clock change is moved to 08:00 local time %s',
    (_what, time, next) => {
      expect(nextReminderHour(at(time), 'Europe/London').toISOString()).toBe(next);
    },
  );
});

test('the deadline is written in words, in the clinic’s time zone', () => {
  expect(deadlineText(at('2026-07-02T14:05:59Z'), 'Europe/London', 'en-GB')).toBe('15:05 on Thursday 2 July');
  expect(deadlineText(at('2026-07-02T14:05:59Z'), 'Europe/London', 'pl')).toMatch(
    /^czwartek, 2 lipca.* 15:05$/,
  );
});
