import { Compactor } from './compactor.js';
import { blankProfile } from './icc-profile.js';
import { endOfUndrawable, stripUndrawable } from './jpeg-damaged.js';
import { orientationInstead } from './jpeg-exif.js';
import { endOfPicture, ICC_HEAD, isAboutPicture, readJpegHeader, type JpegHeader } from './jpeg-header.js';
import { makeSegment, marker, nextSegment, passScan, START_OF_IMAGE, type Segment } from './jpeg-segments.js';
import { isWellFormed } from './jpeg-structure.js';

const JFIF_DENSITY_END = 12;
const ADOBE_LENGTH = 12;
const END_OF_IMAGE = Buffer.from([0xff, marker.eoi]);

/**
 * Keeps only what is needed to draw a JPEG, in its own buffer: tables, frame, scans, density, colour
 * transform, the conversions of a colour profile, and the orientation. Everything else is removed, wherever
 * it occurs: Exif, XMP, IPTC, thumbnails, comments, maker notes, bytes between segments, and whatever follows
 * the end of the picture. Nothing is decoded or re-encoded. A file that cannot be decoded at all loses its
 * metadata as far as it can be parsed.
 */
export function stripJpeg(file: Buffer): Buffer {
  const header = readJpegHeader(file);
  return header ? stripPicture(file, header) : stripUndrawable(file);
}

/** End of the picture: after its end marker, or where the file stops being a JPEG. */
export function endOfJpeg(file: Buffer): number {
  const header = readJpegHeader(file);
  return header ? (endOfPicture(file, header.scan)?.at ?? file.length) : endOfUndrawable(file);
}

/**
 * Whether a picture has started but its end is missing; decoders show the rest of it in grey. Also true when
 * another picture starts before an end marker: where the first picture's data ends is then unknown.
 */
export function isJpegCutShort(file: Buffer): boolean {
  const header = readJpegHeader(file);
  return header !== null && endOfPicture(file, header.scan)?.marked !== true;
}

function stripPicture(file: Buffer, header: JpegHeader): Buffer {
  const kept = new Compactor(file);
  const end = endOfPicture(file, header.scan)?.at ?? null;
  const rewritten = rewrite(file, header);
  kept.keep(0, START_OF_IMAGE);
  for (let at = START_OF_IMAGE; at < (end ?? file.length);) {
    const next = nextSegment(file, at);
    if (!next || next.start === end) break;
    at = next.end;
    const instead = rewritten.get(next.start);
    if (instead) kept.put(instead);
    else if (isNeeded(file, next, header)) kept.keep(next.start, next.end);
    if (next.marker === marker.sos) at = passScan(file, next.end, (from, to) => kept.keep(from, to));
    if (next.marker === marker.eoi) return kept.result();
  }
  if (end !== null) kept.put(END_OF_IMAGE);
  return kept.result();
}

function isNeeded(file: Buffer, segment: Segment, header: JpegHeader): boolean {
  if (isAboutPicture(segment.marker)) return false;
  // DAC holds tables for arithmetic coding: decoders skip it in a picture that does not use it.
  if (segment.marker === marker.dac && header.frame < marker.sof9) return false;
  return isWellFormed(file, segment);
}

/** Replacements for segments of which only a part is needed, by offset. */
function rewrite(file: Buffer, { jfif, adobe, exif, orientation, profile }: JpegHeader): Map<number, Buffer> {
  const instead = new Map<number, Buffer>();
  const contents = (from: Segment, length?: number) =>
    file.subarray(from.data, length === undefined ? from.end : from.data + length);
  if (jfif)
    instead.set(
      jfif.start,
      makeSegment(marker.app0, Buffer.concat([contents(jfif, JFIF_DENSITY_END), Buffer.alloc(2)])),
    );
  if (adobe) instead.set(adobe.start, makeSegment(marker.app14, contents(adobe, ADOBE_LENGTH)));
  const upright = exif && orientationInstead(file, exif, orientation);
  if (exif && upright) instead.set(exif.start, upright);
  for (const [part, bytes] of blanked(file, profile))
    instead.set(part.start, makeSegment(marker.app2, bytes));
  return instead;
}

function blanked(file: Buffer, parts: Segment[]): Array<[Segment, Buffer]> {
  const head = (part: Segment) => file.subarray(part.data, part.data + ICC_HEAD);
  const length = (part: Segment) => part.end - part.data - ICC_HEAD;
  const profile = Buffer.concat(parts.map((part) => file.subarray(part.data + ICC_HEAD, part.end)));
  if (parts.length > 0) blankProfile(profile);
  let at = 0;
  return parts.map((part) => {
    const bytes = Buffer.concat([head(part), profile.subarray(at, at + length(part))]);
    at += length(part);
    return [part, bytes];
  });
}
