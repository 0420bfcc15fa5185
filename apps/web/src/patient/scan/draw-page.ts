import { freeCanvas, toJpegBlob, turnedCanvas, type Size } from '../file/canvas.js';
import { decodeByBrowser, type Drawable } from '../file/decode-image.js';

/** Scales a size down to a long edge of at most `longEdge`; never up. */
export function fit({ width, height }: Size, longEdge: number): Size {
  const scale = Math.min(1, longEdge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws a decoded photo, scaled down by the browser's decoder where it can. Frees the photo's pixels. */
export async function drawPhoto(
  blob: Blob,
  photo: Drawable,
  longEdge: number,
  turns: number,
): Promise<HTMLCanvasElement> {
  const size = fit(photo, longEdge);
  const source = await scaledSource(blob, photo, size);
  try {
    return turnedCanvas(size, turns, (context) => context.drawImage(source, 0, 0, size.width, size.height));
  } finally {
    if ('close' in source) source.close();
    photo.release();
  }
}

/**
 * Only Chromium, recognised by its `ImageCapture`, is known to apply the camera's orientation to bitmaps in
 * every supported version. Other browsers apply it to `<img>` elements.
 */
async function scaledSource(blob: Blob, photo: Drawable, { width, height }: Size) {
  if (!('ImageCapture' in window) || !(photo.source instanceof HTMLImageElement)) return photo.source;
  return createImageBitmap(blob, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
}

let last: Promise<unknown> = Promise.resolve();

/** Runs `work` after all earlier work: a phone has memory for one decoded photo, not for two. */
export function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}

/** Encodes a page again, turned and scaled down. */
export const redrawPage = (jpeg: Blob, longEdge: number, quality: number, turns: number): Promise<Blob> =>
  oneAtATime(async () => {
    const canvas = await drawPhoto(jpeg, await decodeByBrowser(jpeg), longEdge, turns);
    try {
      return await toJpegBlob(canvas, quality);
    } finally {
      freeCanvas(canvas);
    }
  });
