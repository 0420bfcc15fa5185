import { cantLoaders } from './generated/cant-loaders.js';
import { languageOf } from './languages.js';
import type { CantCopy } from './patient-copy.js';

/**
 * The sentences of the dialog for patients who cannot send the document, for browsers: a chunk that loads with it.
 * Throws when there is no catalogue with this id; rejects when the chunk cannot be loaded.
 */
export async function loadCantCopy(id: string): Promise<CantCopy> {
  return (await cantLoaders[languageOf(id).id]!()).default;
}
