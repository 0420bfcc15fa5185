import { limits } from '@caredrop/contracts/limits';
import { decodeByBrowser, type Drawable } from './decode-image.js';
import { decodeHeic } from './decode-heic.js';
import type { Remedy } from './file-rules.js';
import { shrinkSteps, type ShrinkStep } from './shrink-steps.js';
import { headBytes, sniff } from './signatures.js';

/**
 * Converts a photo to a JPEG under the limit, on this device, with the best of `shrinkSteps` that fits.
 * Rejects when the photo cannot be decoded or no step fits.
 */
export async function toJpeg(file: File, purpose: Remedy): Promise<File> {
  const image = await decode(file);
  try {
    for (const step of shrinkSteps(image.width, image.height, purpose)) {
      const jpeg = await encode(image, step);
      if (jpeg.size < limits.uploadBytes)
        return new File([jpeg], jpegName(file.name), { type: 'image/jpeg' });
    }
  } finally {
    image.release();
  }
  throw new Error('No step makes this photo small enough.');
}

/** `IMG_1.HEIC` → `IMG_1.jpg`. */
const jpegName = (name: string) => `${name.replace(/\.[a-z0-9]{1,5}$/i, '') || 'photo'}.jpg`;

async function decode(file: File): Promise<Drawable> {
  try {
    return await decodeByBrowser(file);
  } catch (error) {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    if (sniff(head) !== 'heic') throw error;
    return decodeHeic(file);
  }
}

function encode(image: Drawable, { width, height, quality }: ShrinkStep): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no canvas.');
  // JPEG has no transparency: without a background it would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image.source, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => {
      Object.assign(canvas, { width: 0, height: 0 });
      if (blob?.type === 'image/jpeg') resolve(blob);
      else reject(new Error('This browser cannot write a JPEG.'));
    };
    canvas.toBlob(done, 'image/jpeg', quality);
  });
}
