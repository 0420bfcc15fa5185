import { clinicParams, formatMoment, formatSize, type PatientCopy } from '@caredrop/patient-copy';
import type { Receipt } from '../sending/upload-outcome.js';

/**
 * The receipt as plain text: every phone can open it, and it contains no link. The copy that loads after the form may be
 * missing; its lines are then left out.
 */
export function receiptText(copy: PatientCopy, receipt: Receipt, clinicName: string | null): string {
  const lines = [
    ...(copy.saved ? [copy.saved.from(clinicParams(clinicName)), ''] : []),
    copy.receipt.arrived(),
    '',
    ...columns([
      [copy.facts.reference(), receipt.patientRefId],
      [copy.facts.file(), `${receipt.fileName} (${formatSize(copy, receipt.fileSize)})`],
      [copy.facts.received(), formatMoment(copy, receipt.receivedAt)],
    ]),
    '',
    ...(copy.saved ? [copy.saved.keep(), ''] : []),
  ];
  return lines.join('\r\n');
}

/** Lines of `name: value`, with the values aligned. */
function columns(rows: [name: string, value: string][]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, value]) => `${name}:`.padEnd(width) + value);
}

/** `receipt-P-1.txt`; characters that a file system may reject become a dash. */
export const receiptName = (copy: PatientCopy, patientRefId: string) =>
  `${copy.saved?.fileName() ?? 'receipt'}-${patientRefId.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.txt`;
