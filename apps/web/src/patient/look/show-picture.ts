import { freeCanvas, toJpegBlob } from '../file/canvas.js';
import { redrawPage } from '../scan/draw-page.js';
import type { Look } from './look-dialog.js';

/** An object URL for `<img>`, which the caller releases. For a PDF: its first page, and the number of `pages`. */
export interface Shown {
  url: string;
  pages: number | null;
}

/** Longest edge, in pixels, of a page that is drawn again because it was turned. */
const turnedEdge = 2339;
const quality = 0.9;

/** Makes the picture to be shown. Rejects when the file cannot be opened. */
export async function showPicture({ picture, turns }: Look): Promise<Shown> {
  if (picture.type === 'application/pdf') return firstPage(picture);
  const upright = turns === 0 ? picture : await redrawPage(picture, turnedEdge, quality, turns);
  return { url: URL.createObjectURL(upright), pages: null };
}

async function firstPage(file: Blob): Promise<Shown> {
  const reader = await (await import('../pdf/pdf-reader.js')).openPdf(file);
  try {
    const [first] = await reader.sheets();
    const canvas = await reader.draw(first!);
    const url = URL.createObjectURL(await toJpegBlob(canvas, quality));
    freeCanvas(canvas);
    return { url, pages: reader.pages };
  } finally {
    reader.close();
  }
}
