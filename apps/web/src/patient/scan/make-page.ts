import { limits } from '@caredrop/contracts/limits';
import { randomKey } from '../../shared/lib/random-key.js';
import { freeCanvas, toJpegBlob, turnedCanvas } from '../file/canvas.js';
import { decodePhoto } from '../file/decode-photo.js';
import { headBytes, sniff } from '../file/signatures.js';
import { assessedEdge } from './page-quality.js';
import { drawPhoto, fit, oneAtATime } from './draw-page.js';
import { findHint } from './find-hint.js';
import { firstStep } from './assemble.js';
import type { ScanPage } from './scan-page.js';

/** Pixels along the long edge; the list and the preview show nothing larger. */
const thumbnailEdge = 480;
/** Limit of hints for a page, including the pages that it replaced. */
const mostHints = 2;

const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

/**
 * Makes a page of a photo: a JPEG of at most 200 dpi on A4, a thumbnail, and a hint if it looks dark or
 * blurred. Rejects when the photo cannot be decoded.
 *
 * @param replaced the page that was retaken @param alone whether to keep the original file, to send it as it is
 */
export const makePage = (photo: Blob, replaced: ScanPage | undefined, alone: boolean): Promise<ScanPage> =>
  oneAtATime(async () => {
    const canvas = await drawPhoto(photo, await decodePhoto(photo), firstStep.longEdge, 0);
    const { width, height } = canvas;
    const earlier = replaced?.hints ?? 0;
    try {
      const jpeg = await toJpegBlob(canvas, firstStep.quality);
      const small = reduced(canvas, thumbnailEdge);
      const thumbnail = await toJpegBlob(small, firstStep.quality);
      freeCanvas(small);
      const hint = earlier < mostHints ? await findHint(pixelsOf(canvas)) : null;
      const original = alone ? await asWritten(photo) : null;
      const page = { id: randomKey(), jpeg, thumbnail, width, height, turns: 0, original, hint };
      return { ...page, hints: hint ? earlier + 1 : earlier };
    } finally {
      freeCanvas(canvas);
    }
  });

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

/** The camera's own file, if it can be sent. */
async function asWritten(photo: Blob): Promise<File | null> {
  const kind = sniff(new Uint8Array(await photo.slice(0, headBytes).arrayBuffer()));
  if ((kind !== 'image/jpeg' && kind !== 'image/png') || photo.size >= limits.uploadBytes) return null;
  return new File([photo], `photo.${extensions[kind]}`, { type: kind });
}
