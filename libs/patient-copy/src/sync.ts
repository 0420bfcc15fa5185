import { catalogues } from './generated/all.js';
import { languageOf } from './languages.js';
import { withLanguage, type ServiceCopy } from './patient-copy.js';

/** The catalogue of a language, for services: all catalogues are in memory. Throws when there is none with this id. */
export const patientCopy = (id: string): ServiceCopy => withLanguage(languageOf(id), catalogues[id]!);
