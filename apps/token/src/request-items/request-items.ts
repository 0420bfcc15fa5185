import type { PatientWords, TemplateItems } from '@caredrop/contracts';
import type { Language } from '@caredrop/patient-copy';
import type { Request } from '../generated/prisma/client.js';
import { patientWords } from '../offered-languages/offered.js';

/** The documents of a request, in order. */
export type RequestItems = TemplateItems;

export const itemsOf = ({ items }: Pick<Request, 'items'>): RequestItems => items as RequestItems;

/** The label at this position (counted from 1) as patients read it. */
export function wordsAt(items: RequestItems, position: number, offered: readonly Language[]): PatientWords {
  const labels = items[position - 1]?.labels ?? [];
  return patientWords(
    labels.map(({ language, label: text }) => ({ language, text })),
    offered,
  );
}

/** The label at this position (counted from 1) as the clinic's staff reads it. */
export const labelAt = (items: RequestItems, position: number, offered: readonly Language[]): string =>
  wordsAt(items, position, offered)[0]?.text ?? '';
