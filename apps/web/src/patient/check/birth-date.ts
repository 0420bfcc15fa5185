/** The three boxes as typed. */
export interface TypedDate {
  day: string;
  month: string;
  year: string;
}

export type Box = keyof TypedDate;
type DateProblem = 'missing' | 'day' | 'month' | 'year' | 'noSuchDay' | 'future';

export type ReadDate =
  | { date: string }
  /** `box`: the box to correct. */
  | { problem: DateProblem; box: Box };

/**
 * Reads the typed date as YYYY-MM-DD. Leading zeros are optional, and the month may be a name in the page's language or
 * in English. A year of two digits is refused, because it could be in either century.
 */
export function readDate(typed: TypedDate, language: string, today: Date): ReadDate {
  const day = numberIn(typed.day);
  const year = numberIn(typed.year);
  const month = numberIn(typed.month) ?? monthNamed(typed.month, [language, 'en']);
  if ([typed.day, typed.month, typed.year].every((text) => text.trim() === ''))
    return { problem: 'missing', box: 'day' };
  if (day === null || day < 1 || day > 31) return { problem: 'day', box: 'day' };
  if (month === null || month < 1 || month > 12) return { problem: 'month', box: 'month' };
  if (year === null || year < 1900 || year > 9999) return { problem: 'year', box: 'year' };
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCDate() !== day) return { problem: 'noSuchDay', box: 'day' };
  if (date > today) return { problem: 'future', box: 'year' };
  return { date: date.toISOString().slice(0, 10) };
}

/** Reads a number in the digits of any script, as some phone keyboards enter them. In Chinese, a unit may follow. */
function numberIn(text: string): number | null {
  const latin = text
    .trim()
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
  const [, number] = /^(\d{1,4})[年月日]?$/.exec(latin) ?? [];
  return number === undefined ? null : Number(number);
}

/** The value of a digit. In Unicode, digits are in groups of ten, from 0 to 9. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}

/** Finds a month by its name or by at least its first three letters; null if none or several match. */
function monthNamed(text: string, languages: string[]): number | null {
  const wanted = plain(text);
  for (const language of languages) {
    const names = monthNames(language);
    const exact = names.filter(({ name }) => name === wanted);
    const found =
      exact.length > 0 || wanted.length < 3 ? exact : names.filter(({ name }) => name.startsWith(wanted));
    const [month, ...others] = new Set(found.map(({ number }) => number));
    if (month !== undefined && others.length === 0) return month;
  }
  return null;
}

/** Each month alone and as part of a date, where some languages inflect it: "marzec" and "marca". */
function monthNames(language: string): { name: string; number: number }[] {
  const alone = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const inDate = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, at) => at + 1).flatMap((number) => {
    const day = Date.UTC(2000, number - 1, 1);
    const inflected = inDate.formatToParts(day).find(({ type }) => type === 'month');
    return [alone.format(day), inflected?.value ?? ''].map((name) => ({ name: plain(name), number }));
  });
}

/** Converts to lower case, without accents and full stops. */
const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f.]/g, '')
    .replace(/\u0131/g, 'i');
