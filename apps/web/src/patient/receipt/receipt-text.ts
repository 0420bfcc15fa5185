import { formatSize } from '../../shared/lib/format-size.js';
import { formatExact } from '../../shared/lib/format-time.js';
import { copy } from '../copy.js';
import type { Receipt } from '../sending/upload-outcome.js';

/** The receipt as plain text: every phone can open it, and it contains no link. */
export function receiptText(receipt: Receipt, clinicName: string): string {
  const lines = [
    copy.receipt.from(clinicName),
    '',
    copy.receipt.arrived,
    '',
    ...columns([
      [copy.facts.reference, receipt.patientRefId],
      [copy.facts.file, `${receipt.fileName} (${formatSize(receipt.fileSize)})`],
      [copy.facts.received, formatExact(receipt.receivedAt)],
    ]),
    '',
    copy.receipt.keep,
    '',
  ];
  return lines.join('\r\n');
}

/** `name: value`, with the values below each other. */
function columns(rows: [name: string, value: string][]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, value]) => `${name}:`.padEnd(width) + value);
}

/** `receipt-P-1.txt`; characters that a file system may reject become a dash. */
export const receiptName = (patientRefId: string) =>
  `receipt-${patientRefId.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.txt`;
