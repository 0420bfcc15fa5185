import { examineFile, unreadableFile, type ChosenFile } from '../file/chosen-file.js';
import type { FileProblem } from '../file/file-rules.js';
import { headBytes, sniff } from '../file/signatures.js';
import { assemble } from './assemble.js';
import { pagesProblem, type FailedFile } from './open-pdf.js';
import { maxPages, type ScanPage } from './scan-page.js';
import { unreadablePhotos, type ScanProblem } from './scan-problem.js';

/**
 * Adds files as pages, in order, while `isWanted`. Returns why not all of them were added; null if they were. More files
 * than fit are refused before any page is added.
 *
 * @param pages how many there are already
 */
export async function addFiles(
  files: File[],
  pages: number,
  isWanted: () => boolean,
  add: (file: File) => Promise<unknown>,
): Promise<FileProblem | ScanProblem | null> {
  const problem = await findPhotoProblem(files, pages);
  if (problem) return problem;
  const failed: FailedFile[] = [];
  for (const file of files) {
    if (!isWanted()) return null;
    await add(file).catch((error: unknown) => failed.push({ file, error }));
  }
  return pagesProblem(failed, files.length);
}

/** Returns why these files cannot all become pages, based on their first bytes and how many there are; null if they can. */
async function findPhotoProblem(photos: File[], pages: number): Promise<ScanProblem | null> {
  if (pages + photos.length > maxPages) return { scan: 'full' };
  for (const photo of photos) {
    const head = new Uint8Array(
      await photo
        .slice(0, headBytes)
        .arrayBuffer()
        .catch(() => new ArrayBuffer(0)),
    );
    const kind = sniff(head);
    if (kind === 'unknown') return unreadablePhotos([photo.name], false);
  }
  return null;
}

/** Makes one file from the pages; returns the reason if that fails. */
export async function makeFile(pages: readonly ScanPage[]): Promise<ChosenFile | FileProblem | ScanProblem> {
  try {
    const made = await assemble(pages);
    if (made.kind === 'file') return await examineFile(made.file);
    return { scan: 'tooLarge', fit: made.pages };
  } catch {
    // Out of memory, or a page's bytes are gone: the pages stay and can be taken again.
    return unreadableFile;
  }
}
