import { loadAgainCopy, type AgainCopy } from '@caredrop/patient-copy';
import { fields, text } from '../answers.js';
import { loadCopyPart, type CopyPart } from '../copy-part.js';
import { shownLanguage } from '../language-list.js';
import { AgainNote } from './again-note.js';

/** Why the clinic asks for a document again, with the part of the page that shows it. */
export interface OpenedAgain {
  reason: string;
  /** The clinician's own words. */
  words: string | null;
  part: CopyPart<AgainCopy>;
  Note: typeof AgainNote;
}

/**
 * Loads the copy, so that it appears together with the form. Rejects when it cannot be loaded.
 */
export async function openAgain(data: unknown, language: string | null): Promise<OpenedAgain> {
  const { reason, words } = fields(data);
  const part = await loadCopyPart(loadAgainCopy, language ?? shownLanguage());
  return { reason: text(reason) ?? '', words: text(words), part, Note: AgainNote };
}
