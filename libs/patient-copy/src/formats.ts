import type { PatientCopy } from './patient-copy.js';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Created on first use, because reading a locale's data takes a long time on a slow phone. */
function formatOf(tag: string, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${tag} ${timeZone ?? ''}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(tag, {
      ...{ day: 'numeric', month: 'short', year: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short', timeZone },
    });
  formats.set(key, format);
  return format;
}

/**
 * '21 Nov 2026, 14:05 GMT' in the format of the language, in the reader's time zone unless another one is
 * given.
 */
export const formatMoment = ({ language }: PatientCopy, iso: string, timeZone?: string): string =>
  formatOf(language.tag, timeZone)
    .format(new Date(iso))
    .replace(/\bSept\b/, 'Sep');

const units = ['bytes', 'kilobytes', 'megabytes', 'gigabytes'] as const;

/**
 * A file size in base 1024, in the format of the language: '512 Bytes', '1.50 KB'. Gigabytes are the largest
 * unit.
 */
export function formatSize(copy: PatientCopy, bytes: number): string {
  let size = Math.max(0, bytes);
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : 2;
  const written = size.toLocaleString(copy.language.tag, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
  return copy.size[units[unit]!]({ size: written });
}
