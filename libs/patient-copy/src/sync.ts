import { catalogues } from './generated/all.js';
import { languageOf } from './languages.js';
import type { ServiceCopy } from './patient-copy.js';

export { fillText, placeholdersIn, readClinicTexts, type ClinicTexts } from './clinic-texts.js';
export { readOffered } from './offered-languages.js';

/**
 * The catalogue of a language, for services, which hold all catalogues in memory. Throws when there is none
 * with this id.
 */
export const patientCopy = (id: string): ServiceCopy => ({
  ...catalogues[languageOf(id).id]!,
  language: languageOf(id),
});
