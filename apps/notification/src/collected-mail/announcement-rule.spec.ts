import { announce, choiceOf, latestAfterChange, nextDailyMail } from './announcement-rule.js';

const zone = 'Europe/London';
const at = (time: string) => new Date(time);
const now = at('2026-11-23T10:00:00Z');
const later = at('2026-11-23T10:30:00Z');

describe('the announcement of a new document', () => {
  it('the first document is announced at once, and further ones are collected for 30 minutes', () => {
    expect(announce('collected', null, now, zone)).toEqual({ how: 'at-once', quietUntil: later });
    expect(announce('collected', later, at('2026-11-23T10:29:59.999Z'), zone)).toEqual({
      how: 'collected',
      dueAt: later,
    });
    expect(announce('collected', later, later, zone)).toEqual({
      how: 'at-once',
      quietUntil: at('2026-11-23T11:00:00Z'),
    });
  });

  it('with the choices at-once, daily and none, the announcement does not depend on the last email', () => {
    expect(announce('at-once', later, now, zone)).toEqual({ how: 'at-once', quietUntil: null });
    expect(announce('daily', later, now, zone)).toEqual({
      how: 'collected',
      dueAt: at('2026-11-24T07:30:00Z'),
    });
    expect(announce('none', null, now, zone)).toEqual({ how: 'none' });
  });

  it("a user's choice takes precedence over the default of the clinic", () => {
    expect(choiceOf({ choice: 'daily', disabled: false, quietUntil: null }, 'at-once')).toBe('daily');
    expect(choiceOf({ choice: null, disabled: false, quietUntil: null }, 'collected')).toBe('collected');
  });

  it('the administrators who stand in for a disabled user get emails even if the user chose none', () => {
    expect(choiceOf({ choice: 'none', disabled: true, quietUntil: null }, 'at-once')).toBe('at-once');
    expect(choiceOf({ choice: 'none', disabled: false, quietUntil: null }, 'at-once')).toBe('none');
    expect(choiceOf({ choice: 'daily', disabled: true, quietUntil: null }, 'at-once')).toBe('daily');
  });
});

describe('the daily email', () => {
  it.each([
    ['before 07:30, on the same day', '2026-11-23T07:29:59Z', '2026-11-23T07:30:00Z'],
    ['at 07:30, on the next day', '2026-11-23T07:30:00Z', '2026-11-24T07:30:00Z'],
    ['after 07:30, on the next day', '2026-11-23T18:00:00Z', '2026-11-24T07:30:00Z'],
    [
      'the day before the clocks go forward, at 07:30 summer time',
      '2026-03-28T12:00:00Z',
      '2026-03-29T06:30:00Z',
    ],
    ['the night the clocks go forward, on the same day', '2026-03-29T00:59:00Z', '2026-03-29T06:30:00Z'],
    [
      'the day before the clocks go back, at 07:30 winter time',
      '2026-10-24T12:00:00Z',
      '2026-10-25T07:30:00Z',
    ],
    ['the hour that occurs twice, on the same day', '2026-10-25T01:30:00Z', '2026-10-25T07:30:00Z'],
  ])('the next daily email is sent at 07:30 local time: %s', (_when, time, mail) => {
    expect(nextDailyMail(at(time), zone)).toEqual(at(mail));
  });

  it('the daily email is sent at 07:30 in the clinic’s time zone, wherever the server is', () => {
    expect(nextDailyMail(now, 'America/New_York')).toEqual(at('2026-11-23T12:30:00Z'));
    expect(nextDailyMail(now, 'Asia/Kolkata')).toEqual(at('2026-11-24T02:00:00Z'));
  });
});

describe('a choice that changes while documents are collected', () => {
  it('collected documents are announced no later than the new choice would announce them', () => {
    expect(latestAfterChange('at-once', now, zone)).toEqual(now);
    expect(latestAfterChange('collected', now, zone)).toEqual(later);
    expect(latestAfterChange('daily', now, zone)).toEqual(at('2026-11-24T07:30:00Z'));
    expect(latestAfterChange('none', now, zone)).toBeNull();
  });
});
