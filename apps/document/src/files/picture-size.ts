import type { AcceptedType } from '@caredrop/contracts';
import { isFrame, marker, nextSegment, type Segment } from './jpeg-segments.js';
import { isWellFormed } from './jpeg-structure.js';

/**
 * A JPEG may declare its height only after the picture (DNL); an unspecified height counts as the largest
 * possible.
 */
const MAX_SIDE = 65_535;
const IHDR = Buffer.from('IHDR');

/**
 * Returns the number of pixels that a decoder may have to allocate for a picture. Reads only headers, decodes
 * nothing. Uses the largest value where there are several, and counts every frame of an animation. Returns 0
 * if no size is found. Skips damage as decoders do, so that a broken header at the start hides nothing.
 */
export function countPixels(file: Buffer, type: AcceptedType): number {
  if (type === 'image/jpeg') return jpegPixels(file);
  return type === 'image/png' ? pngPixels(file) : 0;
}

/**
 * Counts only frame headers that decoders accept: in a file that is not a picture, other bytes match the
 * marker of a frame by chance. Reads only up to the end of the picture: phones append videos and further
 * pictures, which are removed later.
 */
function jpegPixels(file: Buffer): number {
  let [most, begun] = [0, false];
  for (let next = nextSegment(file, 0); next; next = nextSegment(file, behind(next))) {
    if (isFrame(next.marker) && isWellFormed(file, next)) {
      const height = file.readUInt16BE(next.data + 1) || MAX_SIDE;
      most = Math.max(most, height * file.readUInt16BE(next.data + 3));
    }
    begun ||= most > 0 && next.marker === marker.sos;
    if (begun && next.marker === marker.eoi) break;
  }
  return most;
}

/**
 * Where reading continues after a segment: right after its marker if its length is impossible, as in some
 * decoders.
 */
const behind = (segment: Segment) => (segment.whole ? segment.end : segment.code + 1);

function pngPixels(file: Buffer): number {
  let most = 0;
  for (let at = file.indexOf(IHDR); at !== -1 && at + 12 <= file.length; at = file.indexOf(IHDR, at + 4))
    most = Math.max(most, file.readUInt32BE(at + 4) * file.readUInt32BE(at + 8));
  return most * frames(file);
}

/** Frames declared by an animated PNG. */
function frames(file: Buffer): number {
  const at = file.indexOf('acTL');
  return at !== -1 && at + 8 <= file.length ? Math.max(1, file.readUInt32BE(at + 4)) : 1;
}
