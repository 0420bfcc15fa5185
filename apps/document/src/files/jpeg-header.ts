import { isUsableProfile } from './icc-profile.js';
import { isExif, orientationIn } from './jpeg-exif.js';
import {
  isApplication,
  isFrame,
  isRestart,
  marker,
  nextSegment,
  passScan,
  START_OF_IMAGE,
  type Segment,
} from './jpeg-segments.js';
import { isWellFormed } from './jpeg-structure.js';

const JFIF = Buffer.from('JFIF\0', 'latin1');
const ADOBE = Buffer.from('Adobe', 'latin1');
const ICC = Buffer.from('ICC_PROFILE\0', 'latin1');
/** Segments that decoders skip, whatever they contain. */
const skipped = new Set<number>([marker.dnl, marker.dac]);
/** Minimum length of each segment for decoders to recognise it. */
const JFIF_LENGTH = 14;
const ADOBE_LENGTH = 12;
/** Length of the signature, number and count at the start of a part of a profile. */
export const ICC_HEAD = ICC.length + 2;
const MAX_PARTS = 255;

/** Header segments that decoders read before the first scan and that affect how a picture is displayed. */
export interface JpegHeader {
  /** The first start of scan. */
  scan: Segment;
  /** Marker of the frame. */
  frame: number;
  jfif: Segment | null;
  /** The last Adobe segment: decoders overwrite earlier ones. */
  adobe: Segment | null;
  /** The parts of one usable colour profile in order; empty when there is none. */
  profile: Segment[];
  /** The first Exif segment: decoders ignore any other, even when the first has no orientation. */
  exif: Segment | null;
  orientation: number;
}

/**
 * Reads a JPEG up to its first scan as decoders do, skipping bytes between segments. Returns null when nothing
 * can be drawn, for example because of a damaged table or frame.
 */
export function readJpegHeader(file: Buffer): JpegHeader | null {
  const found = { frame: 0, jfif: null, adobe: null, exif: null, orientation: 1 } as Omit<
    JpegHeader,
    'scan' | 'profile'
  >;
  const parts: Segment[] = [];
  for (let next = nextSegment(file, START_OF_IMAGE); next?.whole; next = nextSegment(file, next.end)) {
    const data = file.subarray(next.data, next.end);
    if (ends(next.marker) || (!skipped.has(next.marker) && !isWellFormed(file, next))) return null;
    if (next.marker === marker.sos)
      return found.frame ? { ...found, scan: next, profile: profileOf(file, parts) } : null;
    if (isFrame(next.marker)) {
      if (found.frame) return null;
      found.frame = next.marker;
    } else if (isJfif(next, data)) found.jfif ??= next;
    else if (isAdobe(next, data)) found.adobe = next;
    else if (isProfile(next, data) && parts.length <= MAX_PARTS) parts.push(next);
    else if (isExif(file, next) && !found.exif) {
      found.exif = next;
      found.orientation = orientationIn(file, next) ?? 1;
    }
  }
  return null;
}

/** Where a picture ends, and whether it has its own EOI. */
export interface PictureEnd {
  at: number;
  marked: boolean;
}

/**
 * Finds the end of the picture that `scan` starts: after its EOI, or before something that cannot belong to
 * it, such as the frame of another picture. Returns null when the file ends first.
 */
export function endOfPicture(file: Buffer, scan: Segment): PictureEnd | null {
  for (let next: Segment | null = scan; next;) {
    if (next.marker === marker.eoi) return { at: next.end, marked: true };
    if (next !== scan && endsPicture(file, next)) return { at: next.start, marked: false };
    const at = next.marker === marker.sos ? passScan(file, next.end) : next.end;
    next = nextSegment(file, at);
  }
  return null;
}

const endsPicture = (file: Buffer, next: Segment) =>
  next.whole &&
  (ends(next.marker) || isFrame(next.marker) || (next.marker === marker.sos && !isWellFormed(file, next)));

/** Markers that end a picture or make decoders stop. */
const ends = (found: number) =>
  found === marker.soi ||
  found === marker.eoi ||
  found === marker.jpg ||
  (found > marker.tem && found < marker.sof0) ||
  (found > marker.dri && found < marker.app0) ||
  (found > marker.app15 && found < marker.comment);

/** Markers of segments that a decoder does not need. Callers first keep those that {@link JpegHeader} contains. */
export const isAboutPicture = (found: number) =>
  found === marker.comment || found === marker.tem || isApplication(found) || isRestart(found);

const isJfif = (segment: Segment, data: Buffer) =>
  segment.marker === marker.app0 && data.length >= JFIF_LENGTH && startsWith(data, JFIF);
const isAdobe = (segment: Segment, data: Buffer) =>
  segment.marker === marker.app14 && data.length >= ADOBE_LENGTH && startsWith(data, ADOBE);

const isProfile = (segment: Segment, data: Buffer) => segment.marker === marker.app2 && startsWith(data, ICC);

/**
 * A profile may be split into up to 255 numbered parts. Of parts with the same number, the first counts; a
 * profile with a missing part is not used.
 */
function profileOf(file: Buffer, parts: Segment[]): Segment[] {
  const byNumber = new Map<number, Segment>();
  for (const part of parts) {
    const number = file[part.data + ICC.length] ?? 0;
    if (!byNumber.has(number)) byNumber.set(number, part);
  }
  const sorted = Array.from(byNumber, ([number, part]) => ({ number, part })).sort(
    (one, other) => one.number - other.number,
  );
  const fits = sorted.every(
    ({ number, part }, index) =>
      part.end - part.data > ICC_HEAD &&
      number === index + 1 &&
      file[part.data + ICC.length + 1] === sorted.length,
  );
  const found = sorted.map(({ part }) => part);
  const profile = Buffer.concat(found.map((part) => file.subarray(part.data + ICC_HEAD, part.end)));
  return fits && isUsableProfile(profile) ? found : [];
}

const startsWith = (data: Buffer, start: Buffer) => data.subarray(0, start.length).equals(start);
