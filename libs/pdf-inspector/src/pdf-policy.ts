import { pdfFindings, type PdfFinding } from './inspect-pdf.js';

type PdfRule = 'refuse' | 'allow';
/** The operator's decision about each finding; see docs/adr/0011 for the defaults and their reasons. */
export type PdfPolicy = Record<PdfFinding, PdfRule>;

/** Returns the worst finding that the policy rejects, which is the first in the order of `pdfFindings`. */
export const refusedFinding = (found: ReadonlySet<PdfFinding>, policy: PdfPolicy): PdfFinding | undefined =>
  pdfFindings.find((finding) => found.has(finding) && policy[finding] === 'refuse');
