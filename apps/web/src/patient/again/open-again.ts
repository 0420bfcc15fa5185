import { loadAgainCopy, type AgainCopy } from '@caredrop/patient-copy';
import { fields, text } from '../response-fields.js';
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
 * Reads the reason from a link's validation response, and loads the copy, so that both appear together with the form.
 * Rejects when the copy cannot be loaded, not even in English.
 */
export async function openAgain(data: unknown, language: string | null): Promise<OpenedAgain> {
  const { reason, words } = fields(data);
  const part = await loadCopyPart(loadAgainCopy, language ?? shownLanguage());
  return { reason: text(reason) ?? '', words: text(words), part, Note: AgainNote };
}
