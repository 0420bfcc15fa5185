import { patientLimits } from '@caredrop/contracts/limits';
import { freeCanvas, toJpegBlob, turnedCanvas } from '../canvas.js';
import type { ReadyFile } from '../chosen-file.js';
import type { Drawable } from '../decode-image.js';
import { decodePhoto } from '../decode-photo.js';
import { withEnding } from '../file-name.js';
import type { Remedy } from '../file-rules.js';
import { slicesOf } from '../slices.js';
import { bindPages } from './bind-pages.js';
import { hasSeveral } from './has-several.js';
import { shrinkSteps, type ShrinkStep } from './shrink-steps.js';
import { readTiff } from './read-tiff.js';
import type { Thing } from './thing.js';

/**
 * Turns a picture that cannot be sent itself into a file under the limit: a JPEG, or a PDF for a TIFF of several pages
 * and for a tall picture that is too long for one page. Rejects when the picture cannot be decoded here or does not
 * fit.
 */
export async function makeSendable(file: File, by: Remedy, thing: Thing | null): Promise<ReadyFile> {
  const sizeBefore = file.size;
  if (thing === 'tiff') return ofPages(await pagesOfTiff(file), file.name, { by, sizeBefore });
  const image = await decodePhoto(file);
  try {
    const firstOnly = image.others || hasSeveral(new Uint8Array(await file.arrayBuffer()));
    const change = { by, sizeBefore, firstOnly };
    const steps = shrinkSteps(image.width, image.height, by);
    if (steps.length === 0) return await ofPages(await pagesOfStrip(image), file.name, change);
    return { file: await smallestNeeded(image, steps, file.name), change };
  } finally {
    image.release();
  }
}

async function smallestNeeded(image: Drawable, steps: ShrinkStep[], name: string): Promise<File> {
  for (const step of steps) {
    const jpeg = await encode(image, step);
    if (jpeg.size < patientLimits.uploadBytes)
      return new File([jpeg], withEnding(name, 'image/jpeg'), { type: 'image/jpeg' });
  }
  throw new Error('No step makes this photo small enough.');
}

/** A page as it will be in the PDF. */
export interface PageImage {
  jpeg: Blob;
  width: number;
  height: number;
}

async function ofPages(pages: PageImage[], name: string, change: ReadyFile['change']): Promise<ReadyFile> {
  const bound = await bindPages(pages);
  const type = pages.length === 1 ? 'image/jpeg' : 'application/pdf';
  const file = new File([bound], withEnding(name, type), { type });
  return { file, change: pages.length === 1 ? change : { ...change, pages: pages.length } };
}

/** JPEG quality of pages that are cut from a long picture. They keep its width, unless the PDF would be too large. */
const pageQuality = 0.85;

async function pagesOfStrip(image: Drawable): Promise<PageImage[]> {
  const sideways = image.width > image.height;
  if (sideways) throw new Error('This picture is too wide to be cut into pages.');
  const pages: PageImage[] = [];
  for (const { top, height } of slicesOf(image.width, image.height)) {
    const size = { width: image.width, height };
    const canvas = turnedCanvas(size, 0, (context) => context.drawImage(image.source, 0, -top));
    pages.push({ ...size, jpeg: await encoded(canvas, pageQuality) });
  }
  return pages;
}

async function pagesOfTiff(file: File): Promise<PageImage[]> {
  const pages: PageImage[] = [];
  for await (const page of readTiff(await file.arrayBuffer())) {
    const [step] = shrinkSteps(page.width, page.height, 'convert');
    if (!step) throw new Error('A page of this scan is too long.');
    pages.push({ width: step.width, height: step.height, jpeg: await encode(page, step) });
    page.release();
  }
  return pages;
}

async function encode(image: Drawable, { width, height, quality }: ShrinkStep): Promise<Blob> {
  const size = { width, height };
  const draw = (context: CanvasRenderingContext2D) => context.drawImage(image.source, 0, 0, width, height);
  return encoded(turnedCanvas(size, 0, draw), quality);
}

async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  try {
    return await toJpegBlob(canvas, quality);
  } finally {
    freeCanvas(canvas);
  }
}
