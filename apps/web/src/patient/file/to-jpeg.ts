import { limits } from '@caredrop/contracts/limits';
import { freeCanvas, toJpegBlob, turnedCanvas } from './canvas.js';
import type { Drawable } from './decode-image.js';
import { decodePhoto } from './decode-photo.js';
import type { Remedy } from './file-rules.js';
import { shrinkSteps, type ShrinkStep } from './shrink-steps.js';

/**
 * Converts a photo to a JPEG under the limit, on this device, with the best of `shrinkSteps` that fits.
 * Rejects when the photo cannot be decoded or no step fits.
 */
export async function toJpeg(file: File, purpose: Remedy): Promise<File> {
  const image = await decodePhoto(file);
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

async function encode(image: Drawable, { width, height, quality }: ShrinkStep): Promise<Blob> {
  const size = { width, height };
  const canvas = turnedCanvas(size, 0, (context) => context.drawImage(image.source, 0, 0, width, height));
  try {
    return await toJpegBlob(canvas, quality);
  } finally {
    freeCanvas(canvas);
  }
}
