import { formatMoment, formatSize } from './formats.js';
import type { PatientCopy } from './patient-copy.js';
import { patientCopy } from './sync.js';

const english = patientCopy('en');
const written = (tag: string): PatientCopy => ({ ...english, language: { ...english.language, tag } });

describe('file sizes', () => {
  it.each([
    [-1, '0 Bytes'],
    [0, '0 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1.00 KB'],
    [1536, '1.50 KB'],
    [1_048_575, '1024.00 KB'],
    [1_048_576, '1.00 MB'],
    [1_073_741_824, '1.00 GB'],
    [1_099_511_627_776, '1024.00 GB'],
  ])('%d bytes are shown as %s', (bytes, shown) => expect(formatSize(english, bytes)).toBe(shown));

  it('a file size follows the language’s number format', () => {
    expect(formatSize(written('de'), 1536)).toBe('1,50 KB');
  });
});

describe('dates and times', () => {
  it.each([
    ['2026-11-21T14:05:00.000Z', '21 Nov 2026, 14:05 UTC'],
    ['2026-09-05T00:05:00.000Z', '5 Sep 2026, 00:05 UTC'],
  ])('%s is shown as %s in English', (iso, shown) => expect(formatMoment(english, iso, 'UTC')).toBe(shown));

  it('a moment follows the language’s date format', () => {
    expect(formatMoment(written('pl'), '2026-11-21T14:05:00.000Z', 'UTC')).toBe('21 lis 2026, 14:05 UTC');
  });

  it("without a time zone, a moment is shown in the reader's time zone", () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const iso = '2026-11-21T14:05:00.000Z';
    expect(formatMoment(english, iso)).toBe(formatMoment(english, iso, zone));
  });
});
