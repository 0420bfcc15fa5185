import { assemble } from '../../scan/assemble.js';
import type { PageImage } from './make-sendable.js';

/** Makes one JPEG of a single page, or one PDF of several, under the limit. Rejects when they do not fit. */
export async function bindPages(pages: PageImage[]): Promise<Blob> {
  const made = await assemble(
    pages.map((page, at) => ({
      ...page,
      id: String(at),
      thumbnail: page.jpeg,
      turns: 0,
      original: null,
      hint: null,
      hints: 0,
    })),
  );
  if (made.kind === 'file') return made.file;
  throw new Error('These pages are too large for one document.');
}
