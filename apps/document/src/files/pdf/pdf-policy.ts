import { pdfFindings, type PdfFinding } from './inspect-pdf.js';

export type PdfRule = 'refuse' | 'allow';
/** What an operator decided about each finding; see docs/adr/0011 for the defaults and their reasons. */
export type PdfPolicy = Record<PdfFinding, PdfRule>;

/** The first finding that the policy refuses, in the order of `pdfFindings`: the worst is told. */
export const refusedFinding = (found: ReadonlySet<PdfFinding>, policy: PdfPolicy): PdfFinding | undefined =>
  pdfFindings.find((finding) => found.has(finding) && policy[finding] === 'refuse');
