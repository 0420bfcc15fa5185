import type { AcceptedType } from '@caredrop/contracts/limits';
import { encodeJpeg } from './encode-jpeg.js';
import { jpegPicture } from './jpeg-picture.js';
import { fitInto, MAX_PAGES, type PageSize } from './page-size.js';
import { PdfiumDocument } from './pdfium.js';
import { picturePdf } from './picture-pdf.js';
import { pngPicture } from './png-picture.js';
import { Undrawable } from './undrawable.js';

/** Returns the sizes of the first pages and the number of all pages. Throws `Undrawable`. */
export async function measureDocument(
  file: Buffer,
  type: AcceptedType,
): Promise<{ sizes: PageSize[]; pages: number }> {
  return withTraps(async () => {
    const document = await openDocument(file, type);
    const { pages } = document;
    if (pages === 0) throw new Undrawable('damaged');
    const sizes = Array.from({ length: Math.min(pages, MAX_PAGES) }, (_, index) => document.sizeOf(index));
    return { sizes, pages };
  });
}

/** Draws a page as a JPEG that fits into the box. Throws `Undrawable`. */
export async function drawPage(
  file: Buffer,
  type: AcceptedType,
  page: number,
  box: PageSize,
): Promise<PageSize & { jpeg: Buffer }> {
  return withTraps(async () => {
    const document = await openDocument(file, type);
    const pixels = document.draw(page, (size) => fitInto(size, box));
    return { width: pixels.width, height: pixels.height, jpeg: encodeJpeg(pixels) };
  });
}

/**
 * Reports a file that nests too deeply or needs too much memory as too large. The trap ends only that file's instance
 * of PDFium.
 */
async function withTraps<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError)
      throw new Undrawable('too_large');
    throw error;
  }
}

function openDocument(file: Buffer, type: AcceptedType): Promise<PdfiumDocument> {
  if (type === 'application/pdf') return PdfiumDocument.open(file);
  return PdfiumDocument.open(picturePdf(type === 'image/png' ? pngPicture(file) : jpegPicture(file)));
}
