import { adviceLoaders, loaders, scanLoaders } from './generated/loaders.js';
import { languageOf } from './languages.js';
import { withLanguage, type AdviceCopy, type PatientCopy, type ScanCopy } from './patient-copy.js';

const loaded = new Map<string, Promise<PatientCopy>>();

/**
 * The catalogue of a language, for browsers: a chunk that loads alone, once. Throws when there is no catalogue with
 * this id; rejects when the chunk cannot be loaded, and the next call tries again.
 */
export function loadPatientCopy(id: string): Promise<PatientCopy> {
  const language = languageOf(id);
  const known = loaded.get(id);
  if (known) return known;
  const copy = loaders[id]!().then((module) => withLanguage(language, module.default));
  loaded.set(id, copy);
  copy.catch(() => loaded.delete(id));
  return copy;
}

/**
 * The sentences of the scanner, for browsers: a chunk that loads with the scanner. Throws when there is no catalogue
 * with this id; rejects when the chunk cannot be loaded.
 */
export async function loadScanCopy(id: string): Promise<ScanCopy> {
  return (await scanLoaders[languageOf(id).id]!()).default;
}

/**
 * The sentences about a chosen file, for browsers: a chunk that loads once the form has appeared. Throws when there is
 * no catalogue with this id; rejects when the chunk cannot be loaded.
 */
export async function loadAdviceCopy(id: string): Promise<AdviceCopy> {
  return (await adviceLoaders[languageOf(id).id]!()).default;
}
