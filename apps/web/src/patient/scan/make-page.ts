import { patientLimits } from '@caredrop/contracts/limits';
import { randomKey } from '../../shared/lib/random-key.js';
import { freeCanvas, toJpegBlob, turnedCanvas } from '../file/canvas.js';
import { decodePhoto } from '../file/decode-photo.js';
import { hasSeveral } from '../file/prepare/has-several.js';
import { identify } from '../file/prepare/thing.js';
import { headBytes, sniff } from '../file/signatures.js';
import { assessedEdge } from './page-quality.js';
import { drawPhoto, fit, oneAtATime } from './draw-page.js';
import { findHint } from './find-hint.js';
import { firstStep } from './assemble.js';
import { NotPages, openForPages } from './open-pdf.js';
import { maxPages, type ScanPage } from './scan-page.js';

/** Pixels along the long edge of a thumbnail, which the list and the camera's preview show. */
const thumbnailEdge = 480;
/** The largest number of hints for a page, including those for the pages it replaced. */
const maxHints = 2;

const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

/**
 * Makes the pages of a file: one for a photo, all pages of a PDF. A retaken page keeps its count of hints.
 * Rejects with `NotPages` when the patient can be shown why a PDF cannot become pages, otherwise with another error, for
 * example for a TIFF, or another file of several pictures.
 *
 * @param pages the list that they join
 * @param replaces the page that they replace; null when they are added
 */
export async function makePages(
  file: Blob,
  pages: readonly ScanPage[],
  replaces: string | null,
): Promise<ScanPage[]> {
  const replaced = pages.find(({ id }) => id === replaces);
  const others = pages.length - (replaced ? 1 : 0);
  const name = file instanceof File ? file.name : '';
  const kind = await kindOf(file);
  if (kind === 'application/pdf') return pagesOfPdf(file, name, maxPages - others);
  if (kind === 'other image' && (await mayHaveSeveral(file))) throw severalPictures();
  return [await pageOfPhoto(file, replaced?.hints ?? 0, others === 0)];
}

/** A JPEG of at most 200 dpi on A4, a thumbnail, and a hint if it looks dark or blurred. */
const pageOfPhoto = (photo: Blob, earlier: number, alone: boolean): Promise<ScanPage> =>
  oneAtATime(async () => {
    const decoded = await decodePhoto(photo);
    if (decoded.others) {
      decoded.release();
      throw severalPictures();
    }
    const canvas = await drawPhoto(photo, decoded, firstStep.longEdge, 0);
    try {
      const page = await pageOf(canvas);
      const hint = earlier < maxHints ? await findHint(pixelsOf(canvas)) : null;
      const original = alone ? await asWritten(photo) : null;
      return { ...page, original, hint, hints: hint ? earlier + 1 : earlier };
    } finally {
      freeCanvas(canvas);
    }
  });

/**
 * Whether a canvas might draw only the first of several pictures. True for every TIFF, because scanners and fax machines
 * write TIFFs of several pages.
 */
const mayHaveSeveral = async (photo: Blob): Promise<boolean> =>
  hasSeveral(new Uint8Array(await photo.arrayBuffer())) ||
  (photo instanceof File && (await identify(photo)) === 'tiff');

const severalPictures = () => new Error('Only the first picture of this file would become a page.');

/** All pages of the PDF or none, so that a patient does not send a part of it by mistake. At most `most` pages. */
const pagesOfPdf = (file: Blob, name: string, most: number): Promise<ScanPage[]> =>
  oneAtATime(async () => {
    const reader = await openForPages(file);
    try {
      const sheets = await reader.sheets();
      if (sheets.length > most) throw new NotPages({ scan: 'pdfPages', name, pages: sheets.length });
      const pages: ScanPage[] = [];
      for (const sheet of sheets) {
        const canvas = await reader.draw(sheet);
        pages.push({ ...(await pageOf(canvas)), ofPdf: true });
        freeCanvas(canvas);
      }
      return pages;
    } finally {
      reader.close();
    }
  });

/** A page without a hint. The canvas keeps its pixels. */
async function pageOf(canvas: HTMLCanvasElement): Promise<ScanPage> {
  const { width, height } = canvas;
  const jpeg = await toJpegBlob(canvas, firstStep.quality);
  const small = reduced(canvas, thumbnailEdge);
  const thumbnail = await toJpegBlob(small, firstStep.quality);
  freeCanvas(small);
  const unchanged = { turns: 0, original: null, hint: null, hints: 0 };
  return { id: randomKey(), jpeg, thumbnail, width, height, ...unchanged };
}

function reduced(canvas: HTMLCanvasElement, longEdge: number): HTMLCanvasElement {
  const size = fit(canvas, longEdge);
  return turnedCanvas(size, 0, (context) => context.drawImage(canvas, 0, 0, size.width, size.height));
}

function pixelsOf(canvas: HTMLCanvasElement) {
  const small = reduced(canvas, assessedEdge);
  const { width, height } = small;
  const { data } = small.getContext('2d')!.getImageData(0, 0, width, height);
  freeCanvas(small);
  return { width, height, data };
}

const kindOf = async (file: Blob) => sniff(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));

/** The camera's own file, if it can be sent unchanged. */
async function asWritten(photo: Blob): Promise<File | null> {
  const kind = await kindOf(photo);
  if ((kind !== 'image/jpeg' && kind !== 'image/png') || photo.size >= patientLimits.uploadBytes) return null;
  return new File([photo], `photo.${extensions[kind]}`, { type: kind });
}
