import { PNG } from 'pngjs';
import { readOrientation } from '../files/exif-orientation.js';
import { chunkAt, SIGNATURE, type Chunk } from '../files/png-chunks.js';
import { profileIn } from '../files/png-profile.js';
import { countPixels } from '../files/picture-size.js';
import type { PdfPicture } from './picture-pdf.js';
import { Undrawable } from './undrawable.js';

/**
 * A decoded PNG takes 4 bytes per pixel, plus 3 for the copy flattened onto white. A4 at 300 dpi has about 9
 * million pixels.
 */
const MAX_PIXELS = 10_000_000;

/** Flattens a PNG onto white, with its orientation and colour profile. Throws {@link Undrawable}. */
export function pngPicture(file: Buffer): PdfPicture {
  if (countPixels(file, 'image/png') > MAX_PIXELS) throw new Undrawable('too_large');
  const png = decode(file);
  const { width, height } = png;
  const [data, profile, orientation] = [onWhite(png.data), profileOf(file), orientationOf(file)];
  return { width, height, data, jpeg: false, components: 3, inverted: false, profile, orientation };
}

function decode(file: Buffer): PNG {
  try {
    return PNG.sync.read(file, { checkCRC: false });
  } catch {
    // The decoder's errors may quote the file, so they are dropped.
    throw new Undrawable('damaged');
  }
}

/** Converts RGBA to RGB on a white background. */
function onWhite(rgba: Buffer): Buffer {
  const rgb = Buffer.alloc((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4)
    for (let colour = 0; colour < 3; colour += 1, to += 1) {
      const alpha = rgba[from + 3] ?? 255;
      rgb[to] = 255 + (((rgba[from + colour] ?? 0) - 255) * alpha) / 255;
    }
  return rgb;
}

/** Returns the profile in the iCCP chunk if it is for RGB. */
function profileOf(file: Buffer): Buffer | null {
  for (const { type, data, dataEnd } of chunksBeforeData(file)) {
    if (type !== 'iCCP') continue;
    const profile = profileIn(file.subarray(data, dataEnd));
    return profile?.toString('latin1', 16, 20) === 'RGB ' ? profile : null;
  }
  return null;
}

/** Returns the orientation as browsers read it: they ignore an eXIf chunk that follows the picture data. */
function orientationOf(file: Buffer): number {
  for (const { type, data, dataEnd } of chunksBeforeData(file))
    if (type === 'eXIf') return readOrientation(file.subarray(data, dataEnd)) ?? 1;
  return 1;
}

function* chunksBeforeData(file: Buffer): Generator<Chunk> {
  for (let next = chunkAt(file, SIGNATURE); next?.whole; next = chunkAt(file, next.end)) {
    if (next.type === 'IDAT') return;
    yield next;
  }
}
