import { expect, it } from '@jest/globals';
import { readRows } from './read-rows.js';
import { sampleCsv } from './sample-csv.js';

const DAY_MS = 86_400_000;

it.each([
  ['2026-11-30T12:00:00Z', '31/12/2026'],
  ['2026-12-01T00:00:00Z', '31/01/2027'],
  ['2028-01-31T23:59:59Z', '29/02/2028'],
])('the last day in a sample that is saved at %s is %s', (now, day) => {
  expect(readRows(sampleCsv(new Date(now)))).toMatchObject({
    rows: [{ due: '30' }, { due: day }, { due: '' }],
  });
});

it('the last day in the sample is four to nine weeks ahead, and its day of the month cannot be read as a month', () => {
  for (let days = 0; days < 1500; days += 1) {
    const now = new Date(Date.UTC(2026, 10, 29) + days * DAY_MS);
    const [, day = '', month = '', year = ''] = /(\d+)\/(\d+)\/(\d+)/.exec(sampleCsv(now)) ?? [];
    const ahead = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - now.getTime()) / DAY_MS;
    expect(ahead).toBeGreaterThanOrEqual(28);
    expect(ahead).toBeLessThanOrEqual(62);
    expect(Number(day)).toBeGreaterThan(12);
  }
});
