import type { NewItems } from '@caredrop/contracts';
import type { Language } from '@caredrop/patient-copy';
import { appError } from '@caredrop/service-kit';
import { languageOfTexts } from '../offered-languages/offered.js';
import type { RequestItems } from '../request-items/request-items.js';
import { storableText } from './storable-text.js';

/** The documents that a clinician has typed for one link, in its language. Throws 400 for a label without text. */
export function typedItems(
  items: NewItems,
  language: string | null,
  offered: readonly Language[],
): RequestItems {
  const { id } = languageOfTexts(language, offered);
  return items.map(({ label, optional }) => ({
    optional,
    labels: [{ language: id, label: storableLabel(label) }],
  }));
}

/** A document's label for patients, without control characters. Throws 400 when nothing is left. */
export function storableLabel(label: string): string {
  const text = storableText(label);
  if (text === null) throw appError('item_label_required');
  return text;
}
