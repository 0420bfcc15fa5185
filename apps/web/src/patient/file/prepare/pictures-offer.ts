import type { ChosenFile, PdfWarning } from '../chosen-file.js';
import type { FileProblem } from '../file-rules.js';

/**
 * Warnings that sending pictures resolves. An incomplete PDF would give incomplete pictures, and one with a password
 * cannot be drawn.
 */
const curedWarnings: readonly (PdfWarning | null)[] = ['active', 'remote', 'attachments', 'unclear'];
const curedErrors = [
  ...['file_too_large', 'file_active', 'file_reaches_out', 'file_has_attachments', 'pdf_uncheckable'],
];

/**
 * Whether sending pictures of its pages solves the problem with this PDF.
 *
 * @param problem why it cannot be sent, or was not accepted; null if there is at most a warning
 */
export function canBePictures(
  { kind, warning }: Pick<ChosenFile, 'kind' | 'warning'>,
  problem: FileProblem | { scan: string } | null,
): boolean {
  if (kind !== 'application/pdf' || !('Worker' in window) || !('createImageBitmap' in window)) return false;
  if (!problem) return curedWarnings.includes(warning);
  return 'reason' in problem && curedErrors.includes(problem.reason.code);
}
