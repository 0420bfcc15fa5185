import { describe, expect, it } from '@jest/globals';
import { formatDay, formatNear, formatSize, fullName, truncate, utcDate } from './format.js';

describe('file sizes', () => {
  it.each([
    [0, '0 Bytes'],
    [512, '512 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1.00 KB'],
    [1536, '1.50 KB'],
    [1_048_576, '1.00 MB'],
    [2_097_152, '2.00 MB'],
    [1_073_741_824, '1.00 GB'],
    [1_099_511_627_776, '1024.00 GB'],
  ])('%d bytes are shown as %s', (bytes, shown) => expect(formatSize(bytes)).toBe(shown));
});

describe('truncated texts', () => {
  it('a text of 20 characters is not truncated', () => {
    expect(truncate('12345678901234567890', 20)).toBe('12345678901234567890');
  });

  it('a text of 21 characters is cut after 20 and ends with three dots', () => {
    expect(truncate('123456789012345678901', 20)).toBe('12345678901234567890...');
  });

  it('a visible character made of several code points is never split', () => {
    const family = '👨‍👩‍👧';
    expect(truncate(family.repeat(21), 20)).toBe(`${family.repeat(20)}...`);
  });
});

describe('dates and times', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');
  it.each([
    ['2026-11-21T11:59:40.000Z', 'just now'],
    ['2026-11-21T11:30:00.000Z', '30 minutes ago'],
    ['2026-11-21T09:00:00.000Z', '3 hours ago'],
    ['2026-11-20T11:00:00.000Z', 'yesterday'],
    ['2026-11-24T13:00:00.000Z', 'in 3 days'],
    ['2026-10-01T12:00:00.000Z', '1 Oct 2026'],
  ])('%s is shown as %s', (iso, shown) => expect(formatNear(iso, now)).toBe(shown));

  const local = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);
  it.each([
    ['a document from two evenings ago', local(20, 17, 32), local(22, 13, 10), '2 days ago'],
    ['a document from last night', local(21, 23, 0), local(22, 1, 30), 'yesterday'],
    ['a document from half an hour before midnight', local(21, 23, 30), local(22, 0, 10), '40 minutes ago'],
    ['a link that ends tomorrow night', local(23, 23, 0), local(22, 0, 5), 'tomorrow'],
    ['a link that ends tonight', local(22, 23, 0), local(22, 0, 5), 'in 22 hours'],
    ['a document from the same weekday last week', local(15, 23, 59), local(22, 0, 5), '15 Nov 2026'],
  ])(
    'the time of %s is shown in minutes within the hour, in hours on the same day, in days within the week, otherwise as a date',
    (_what, date, today, shown) => expect(formatNear(date.toISOString(), today.getTime())).toBe(shown),
  );

  it('a date is shown with the first three letters of its month', () =>
    expect(formatDay('2026-09-05T12:00:00.000Z')).toBe('5 Sep 2026'));

  it('exported files are named after the UTC date', () => {
    expect(utcDate(new Date('2026-11-21T23:30:00.000-02:00'))).toBe('2026-11-22');
  });
});

it('a full name without a last name has no trailing space', () => {
  expect(fullName({ firstName: 'Ana', lastName: '' })).toBe('Ana');
});
