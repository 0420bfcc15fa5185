import { ICC_HEAD, readJpegHeader } from '../files/jpeg-header.js';
import { isFrame, nextSegment, START_OF_IMAGE } from '../files/jpeg-segments.js';
import type { PdfPicture } from './picture-pdf.js';
import { Undrawable } from './undrawable.js';

const profileComponents: Record<string, number> = { GRAY: 1, 'RGB ': 3, CMYK: 4 };
/** Offset of the colour space in an ICC profile. */
const SPACE = 16;

/**
 * Drawing a JPEG of 48 million pixels takes 300 MiB, nearly all that an inspector may use (docs/adr/0048).
 */
const MAX_PIXELS = 36_000_000;

/** A JPEG as it is stored, with its orientation and colours. Throws {@link Undrawable}. */
export function jpegPicture(file: Buffer): PdfPicture {
  const header = readJpegHeader(file);
  if (!header) throw new Undrawable('damaged');
  const frame = frameOf(file);
  if (frame.width * frame.height > MAX_PIXELS) throw new Undrawable('too_large');
  const profile = Buffer.concat(header.profile.map(({ data, end }) => file.subarray(data + ICC_HEAD, end)));
  const fits = profileComponents[profile.toString('latin1', SPACE, SPACE + 4)] === frame.components;
  return {
    ...frame,
    data: file,
    jpeg: true,
    inverted: frame.components === 4 && header.adobe !== null,
    profile: fits ? profile : null,
    orientation: header.orientation,
  };
}

/** Accepts only frames whose height is known from the start. */
function frameOf(file: Buffer): Pick<PdfPicture, 'width' | 'height' | 'components'> {
  for (let next = nextSegment(file, START_OF_IMAGE); next?.whole; next = nextSegment(file, next.end)) {
    if (!isFrame(next.marker) || next.end - next.data < 6) continue;
    const [height, width] = [file.readUInt16BE(next.data + 1), file.readUInt16BE(next.data + 3)];
    const components = file.readUInt8(next.data + 5);
    if (width > 0 && height > 0 && (components === 1 || components === 3 || components === 4))
      return { width, height, components };
    break;
  }
  throw new Undrawable('damaged');
}
