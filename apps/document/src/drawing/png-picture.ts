import { PNG } from 'pngjs';
import { chunkAt, SIGNATURE } from '../files/png-chunks.js';
import { profileIn } from '../files/png-profile.js';
import { countPixels } from '../files/picture-size.js';
import type { PdfPicture } from './picture-pdf.js';
import { Undrawable } from './undrawable.js';

/** Decoded, a PNG has four bytes for each pixel, and three more on white; A4 at 300 dpi has 9 million pixels. */
const MOST_PIXELS = 10_000_000;

/** The pixels of a PNG on white, with its colours. Throws {@link Undrawable}. */
export function pngPicture(file: Buffer): PdfPicture {
  if (countPixels(file, 'image/png') > MOST_PIXELS) throw new Undrawable('too_large');
  const png = decode(file);
  const { width, height } = png;
  const [data, profile] = [onWhite(png.data), profileOf(file)];
  return { width, height, data, jpeg: false, components: 3, inverted: false, profile, orientation: 1 };
}

function decode(file: Buffer): PNG {
  try {
    return PNG.sync.read(file, { checkCRC: false });
  } catch {
    // The decoder's errors are sentences about the file.
    throw new Undrawable('damaged');
  }
}

/** RGB of RGBA. */
function onWhite(rgba: Buffer): Buffer {
  const rgb = Buffer.alloc((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4)
    for (let colour = 0; colour < 3; colour += 1, to += 1) {
      const alpha = rgba[from + 3] ?? 255;
      rgb[to] = 255 + (((rgba[from + colour] ?? 0) - 255) * alpha) / 255;
    }
  return rgb;
}

/** Its iCCP chunk, which comes before the picture's data. */
function profileOf(file: Buffer): Buffer | null {
  for (let next = chunkAt(file, SIGNATURE); next?.whole; next = chunkAt(file, next.end)) {
    if (next.type === 'IDAT') return null;
    if (next.type !== 'iCCP') continue;
    const profile = profileIn(file.subarray(next.data, next.dataEnd));
    return profile?.toString('latin1', 16, 20) === 'RGB ' ? profile : null;
  }
  return null;
}
