import { readParams, type Params } from './message-params.ts';
import type { Locale } from './read-locale.ts';

const place = /^[a-z]\w*(\.[a-z]\w*)+$/i;

/** Returns the parameters of every message. Throws an error that lists all invalid messages. */
export function paramsOf({ id, tag, messages }: Locale): Map<string, Params> {
  const params = new Map<string, Params>();
  const problems: string[] = [];
  for (const [key, message] of messages) {
    if (!place.test(key)) problems.push(`${key}: a key is group.name`);
    try {
      params.set(key, readParams(message, tag));
    } catch (error) {
      problems.push(`${key}: ${(error as Error).message}`);
    }
  }
  throwAll(id, problems);
  return params;
}

/**
 * Compares a translation with English: it must have the same keys and no additional parameters, and must insert every
 * parameter that the English message inserts. It may leave out a choice that the English message makes. Throws an error
 * that lists all differences.
 */
export function compareWithEnglish(english: Locale, translation: Locale): void {
  const known = paramsOf(english);
  const own = paramsOf(translation);
  const problems = [...known.keys()].filter((key) => !own.has(key)).map((key) => `${key} is missing`);
  for (const [key, params] of own) {
    const expected = known.get(key);
    if (!expected) problems.push(`${key} is unknown`);
    else problems.push(...differences(expected, params).map((difference) => `${key}: ${difference}`));
  }
  throwAll(translation.id, problems);
}

function differences(expected: Params, params: Params): string[] {
  const unknown = [...params.keys()].filter((name) => !expected.has(name));
  const lost = [...expected].filter(([name, { inserted }]) => inserted && !params.get(name)?.inserted);
  return [
    ...unknown.map((name) => `the parameter ${name} is unknown`),
    ...lost.map(([name]) => `the parameter ${name} is missing`),
  ];
}

function throwAll(id: string, problems: string[]): void {
  if (problems.length > 0) throw new Error(`${id}.po:\n  ${problems.join('\n  ')}`);
}
