import { isIncomplete } from '../file/prepare/check-pdf.js';
import type { FileProblem } from '../file/file-rules.js';
import type { PdfReader } from '../pdf/pdf-reader.js';
import { unreadablePhotos, type ScanProblem } from './scan-problem.js';

/** Thrown when a file cannot become pages. `problem` is shown to the patient. */
export class NotPages extends Error {
  constructor(readonly problem: FileProblem | ScanProblem) {
    super('This file does not become pages.');
  }
}

const notLoaded: FileProblem = {
  reason: { code: 'page_part_not_loaded' },
  advice: 'notLoaded',
  remedy: null,
};
const needsPassword: FileProblem = {
  reason: { code: 'file_protected' },
  advice: 'withoutPassword',
  remedy: null,
};

const incomplete: FileProblem = { reason: { code: 'file_incomplete' }, advice: 'takePhoto', remedy: null };

/**
 * Opens a PDF with the renderer, which loads on first use. An incomplete file is refused, because the renderer would draw
 * what is left of it. Rejects with `NotPages` if the patient can be shown why, otherwise with another error.
 */
export async function openForPages(file: Blob): Promise<PdfReader> {
  const renderer = await import('../pdf/pdf-reader.js').catch(() => {
    throw new NotPages(notLoaded);
  });
  if (await isIncomplete(file)) throw new NotPages(incomplete);
  return renderer.openPdf(file).catch((error: unknown) => {
    throw error instanceof renderer.PasswordNeeded ? new NotPages(needsPassword) : error;
  });
}

/** A chosen file that did not become pages. */
export interface FailedFile {
  file: File;
  error: unknown;
}

/**
 * Why the failed files did not become pages; null if none failed. A reason that the patient can be shown comes first.
 *
 * @param chosen how many files were chosen together
 */
export function pagesProblem(
  failed: readonly FailedFile[],
  chosen: number,
): FileProblem | ScanProblem | null {
  if (failed.length === 0) return null;
  for (const { error } of failed) if (error instanceof NotPages) return error.problem;
  const names = failed.map(({ file }) => file.name);
  return unreadablePhotos(names, chosen > 1 && failed.length === 1);
}
