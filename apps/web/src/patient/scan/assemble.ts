import { patientLimits } from '@caredrop/contracts/limits';
import { pdf } from 'tinypdf';
import { redrawPage } from './draw-page.js';
import type { ScanPage } from './scan-page.js';

/** How pages are encoded: pixels along the long edge, and the encoder's quality from 0 to 1. */
export interface PageStep {
  longEdge: number;
  quality: number;
}

/** Pages are stored as A4 at 200 dpi. */
export const firstStep: PageStep = { longEdge: 2339, quality: 0.8 };
/** Tried in turn until the document is under the limit; the last is A4 at 150 dpi. */
export const steps: PageStep[] = [
  firstStep,
  { longEdge: 2339, quality: 0.7 },
  { longEdge: 2339, quality: 0.6 },
  { longEdge: 2339, quality: 0.5 },
  { longEdge: 1754, quality: 0.5 },
];

/** Upper bound of the bytes that a page adds to the file in addition to its image. */
const overhead = 1_000;
/** The long edge of every PDF page in points: that of A4. */
const pageEdge = 842;

export type Assembled =
  | { kind: 'file'; file: File }
  /** Only the first `pages` pages are under the limit, even with the last step. */
  | { kind: 'too large'; pages: number };

/** `redrawPage`, or a stub. */
export type Redraw = (page: ScanPage, step: PageStep) => Promise<Blob>;

const redraw: Redraw = ({ jpeg, turns }, { longEdge, quality }) => redrawPage(jpeg, longEdge, quality, turns);

/**
 * Makes the one file that is sent: a single page as a photo, byte for byte as the camera wrote it if that file can be
 * sent and was not turned, and several as a PDF that contains their JPEGs. The same pages always give the same bytes,
 * so that a repeated upload keeps its idempotency key.
 */
export async function assemble(pages: readonly ScanPage[], draw: Redraw = redraw): Promise<Assembled> {
  const [first] = pages;
  if (pages.length === 1 && first?.original && first.turns === 0)
    return { kind: 'file', file: first.original };
  let fitting = 0;
  for (const step of steps) {
    const images = await encodeUntilFull(pages, step, draw);
    if (images.length === pages.length) return { kind: 'file', file: await fileOf(images, pages) };
    fitting = images.length;
  }
  return { kind: 'too large', pages: fitting };
}

/** Encodes pages in order until the limit is reached; returns the images that stay under it. */
async function encodeUntilFull(pages: readonly ScanPage[], step: PageStep, draw: Redraw): Promise<Blob[]> {
  const images: Blob[] = [];
  let size = overhead;
  for (const page of pages) {
    const image = step === firstStep && page.turns === 0 ? page.jpeg : await draw(page, step);
    size += image.size + overhead;
    if (size >= patientLimits.uploadBytes) break;
    images.push(image);
  }
  return images;
}

async function fileOf(images: Blob[], pages: readonly ScanPage[]): Promise<File> {
  const [only] = images;
  if (only && images.length === 1) return new File([only], 'photo.jpg', { type: 'image/jpeg' });
  const document = pdf();
  for (const [at, image] of images.entries()) {
    const bytes = new Uint8Array(await image.arrayBuffer());
    const { width, height } = paper(pages[at]!);
    document.page(width, height, (page) => page.image(bytes, 0, 0, width, height));
  }
  return new File([document.build() as Uint8Array<ArrayBuffer>], 'scan.pdf', { type: 'application/pdf' });
}

/** A page's size in points. */
function paper({ width, height, turns }: ScanPage) {
  const scale = pageEdge / Math.max(width, height);
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  return turns % 2 === 1 ? { width: high, height: wide } : { width: wide, height: high };
}
