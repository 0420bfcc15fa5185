import { orientationOnly, readOrientation } from './exif-orientation.js';
import { makeSegment, marker, type Segment } from './jpeg-segments.js';

const EXIF = Buffer.from('Exif\0\0', 'latin1');

export const isExif = (file: Buffer, { marker: found, data, end }: Segment) =>
  found === marker.app1 && file.subarray(data, Math.min(end, data + EXIF.length)).equals(EXIF);

/** The orientation that an Exif segment states, 1 to 8; null when it states none. */
export const orientationIn = (file: Buffer, exif: Segment) =>
  readOrientation(file.subarray(exif.data + EXIF.length, exif.end));

/**
 * Returns a segment to replace an Exif segment: it contains only the orientation and is no longer than the
 * original. Null when the photo is upright or its orientation is unknown.
 */
export function orientationInstead(file: Buffer, exif: Segment, orientation: number | null): Buffer | null {
  if (orientation === null || orientation === 1) return null;
  const only = makeSegment(marker.app1, Buffer.concat([EXIF, orientationOnly(orientation)]));
  // A segment too small for such a structure can only contain an orientation.
  return only.length <= exif.end - exif.start ? only : file.subarray(exif.start, exif.end);
}
