import { loadAgainCopy } from '@caredrop/patient-copy';
import { fields, text } from '../answers.js';
import { shownLanguage } from '../language-list.js';
import { AgainNote } from './again-note.js';

/** Why the clinic asks for a document again, with the part of the page that shows it. */
export interface OpenedAgain {
  reason: string;
  /** The clinician's own words. */
  words: string | null;
  Note: typeof AgainNote;
}

/**
 * Loads the sentences, so that the form appears together with them. Rejects when they cannot be loaded.
 */
export async function openAgain(data: unknown, language: string | null): Promise<OpenedAgain> {
  const { reason, words } = fields(data);
  await loadAgainCopy(language ?? shownLanguage()).catch(() => loadAgainCopy('en'));
  return { reason: text(reason) ?? '', words: text(words), Note: AgainNote };
}
