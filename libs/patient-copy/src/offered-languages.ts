import { languageOf, languages, type Language } from './languages.js';

/**
 * The languages that a clinic offers, from its setting: `reviewed`, `all`, or ids such as `en,pl,ar`, of which the first
 * is the clinic's default. Throws when an id has no catalogue or occurs twice.
 */
export function readOffered(setting: string): readonly Language[] {
  if (setting === 'all') return languages;
  if (setting === 'reviewed') return languages.filter(({ reviewed }) => reviewed);
  const ids = setting.split(',').map((id) => id.trim());
  const unknown = ids.find((id) => !languages.some((language) => language.id === id));
  if (unknown !== undefined) {
    const known = languages.map(({ id }) => id).join(', ');
    throw new Error(`there is no catalogue for "${unknown}"; choose all, reviewed, or some of ${known}`);
  }
  if (new Set(ids).size < ids.length) throw new Error('a language occurs twice');
  return ids.map(languageOf);
}
