import { languages } from './languages.js';
import { ownValue } from './own-value.js';

/** A clinic's own texts by language. A missing message comes from the catalogue, a missing name from `CLINIC_NAME`. */
export type ClinicTexts = Readonly<
  Record<
    string,
    {
      readonly clinicName?: string;
      /** The text message with the link, with {placeholders}. */
      readonly sms?: string;
      /** The text message of a reminder. */
      readonly reminder?: string;
    }
  >
>;

const most = { clinicName: 80, sms: 480, reminder: 480 } as const;
const placeholders = new Set(['clinic', 'deadline', 'phone', 'link']);

/** Reads a clinic's own texts from JSON. Throws an error that gives the reason for each invalid key. */
export function readClinicTexts(json: string): ClinicTexts {
  const texts = parsed(json);
  const problems = Object.entries(texts).flatMap(([id, text]) =>
    languages.some((language) => language.id === id)
      ? problemsOf(id, text)
      : [`${id}: there is no catalogue for this language`],
  );
  if (problems.length > 0) throw new Error(problems.join('; '));
  return texts as ClinicTexts;
}

function parsed(json: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error('not valid JSON');
  }
  if (!isRecord(value)) throw new Error('not an object with a part for each language');
  return value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function problemsOf(id: string, text: unknown): string[] {
  if (!isRecord(text)) return [`${id}: not an object`];
  return Object.entries(text).flatMap(([name, value]) =>
    problemsIn(name, value).map((problem) => `${id}.${name}: ${problem}`),
  );
}

function problemsIn(name: string, value: unknown): string[] {
  const longest = ownValue(most, name);
  if (longest === undefined) return ['unknown; there are clinicName, sms and reminder'];
  if (typeof value !== 'string' || value.trim() === '') return ['not a text'];
  const tooLong = value.length > longest ? [`longer than ${longest} characters`] : [];
  if (name === 'clinicName') return tooLong;
  const used = placeholdersIn(value);
  const unknown = used.filter((one) => !placeholders.has(one)).map((one) => `unknown placeholder {${one}}`);
  return [...tooLong, ...unknown, ...(used.includes('link') ? [] : ['{link} is missing'])];
}

/** The names in braces in a text. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!);

/** A text with its placeholders filled in. A value is never interpreted as a placeholder. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
