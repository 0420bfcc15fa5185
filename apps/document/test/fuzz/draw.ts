import { createHash } from 'node:crypto';
import { createCanvas, loadImage } from '@napi-rs/canvas';

/** Larger pictures are not drawn: one would take as long as thousands of small ones. */
const MAX_PIXELS = 200_000;

export interface Drawing {
  pixels: number;
  /** Hash of the pixels, including transparency. */
  hash: string;
}

/** Decodes a picture with Skia, Chromium's renderer; null when nothing is drawn. */
export async function draw(file: Buffer): Promise<Drawing | null> {
  const image = await loadImage(Buffer.from(file)).catch(() => null);
  const pixels = image ? image.width * image.height : 0;
  if (!image || pixels === 0 || pixels > MAX_PIXELS) return null;
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  if (!data.some((value) => value !== 0)) return null;
  const size = `${String(image.width)}x${String(image.height)} `;
  return { pixels, hash: createHash('sha1').update(size).update(data).digest('hex') };
}
