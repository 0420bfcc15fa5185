import { examineFile, unreadableFile, type ChosenFile } from '../file/chosen-file.js';
import type { FileProblem } from '../file/file-rules.js';
import { headBytes, sniff } from '../file/signatures.js';
import { assemble } from './assemble.js';
import { mostPages, type ScanPage } from './scan-page.js';
import { unreadablePhoto, type ScanProblem } from './scan-problem.js';

/**
 * Why these files cannot all become pages, judged by their first bytes and their number; null when they may.
 *
 * @param pages how many there are already
 */
export async function findPhotoProblem(photos: File[], pages: number): Promise<ScanProblem | null> {
  if (pages + photos.length > mostPages) return { scan: 'full' };
  for (const photo of photos) {
    const head = new Uint8Array(
      await photo
        .slice(0, headBytes)
        .arrayBuffer()
        .catch(() => new ArrayBuffer(0)),
    );
    const kind = sniff(head);
    if (kind === 'unknown') return unreadablePhoto(photo, false);
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
