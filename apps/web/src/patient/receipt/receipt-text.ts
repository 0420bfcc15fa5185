import { formatSize } from '../../shared/lib/format-size.js';
import { formatExact } from '../../shared/lib/format-time.js';
import type { Receipt } from '../sending/upload-outcome.js';

/** The receipt as plain text: every phone can open it, and it contains no link. */
export function receiptText(receipt: Receipt, clinicName: string): string {
  const lines = [
    `Receipt from ${clinicName}`,
    '',
    'Your document has arrived.',
    '',
    `Reference: ${receipt.patientRefId}`,
    `File:      ${receipt.fileName} (${formatSize(receipt.fileSize)})`,
    `Received:  ${formatExact(receipt.receivedAt)}`,
    '',
    'Keep this for your own records. You do not need to send it to anybody.',
    '',
  ];
  return lines.join('\r\n');
}

/** `receipt-P-1.txt`; characters that a file system may reject become a dash. */
export const receiptName = (patientRefId: string) =>
  `receipt-${patientRefId.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.txt`;
