import { loadCheckCopy, type CheckCopy } from '@caredrop/patient-copy';
import { fields } from '../response-fields.js';
import { shownLanguage } from '../language-list.js';
import { CheckForm } from './check-form.js';
import { readCheck, type LinkCheck } from './link-check.js';

/** The patient check of a link, with everything needed to show it. */
export interface OpenedCheck extends LinkCheck {
  Form: typeof CheckForm;
  copy: CheckCopy;
}

/**
 * Loads the copy for the question; `check` is from a link's validation response. Rejects when the copy cannot be loaded.
 */
export async function openCheck(check: unknown): Promise<OpenedCheck> {
  const copy = await loadCheckCopy(shownLanguage());
  return { ...readCheck(fields(check)), Form: CheckForm, copy };
}
