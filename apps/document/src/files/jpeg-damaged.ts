import { Compactor } from './compactor.js';
import { isExif, orientationIn, orientationInstead } from './jpeg-exif.js';
import {
  isApplication,
  marker,
  nextSegment,
  passScan,
  START_OF_IMAGE,
  type Segment,
} from './jpeg-segments.js';

/** Application segments that affect how a picture is displayed. */
const needed: Array<[marker: number, start: string]> = [
  [marker.app0, 'JFIF\0'],
  [marker.app2, 'ICC_PROFILE\0'],
  [marker.app14, 'Adobe'],
];
/** Prefixes of Exif, XMP and IPTC: long enough not to occur by chance. */
const unmistakable = ['Exif\0\0', 'http://ns.adobe.com/', 'Photoshop 3.0\0'];
const FILL = Buffer.from([0xff]);
const EMPTY_COMMENT = Buffer.from([0xff, marker.comment, 0, 2]);

/**
 * Handles a file that starts like a JPEG but cannot be decoded: removes what is certainly metadata and, unless the file
 * is damaged before the end marker, everything after that marker. Keeps the rest, which some programs may still be able
 * to use.
 */
export function stripUndrawable(file: Buffer): Buffer {
  const kept = new Compactor(file);
  kept.keep(0, START_OF_IMAGE);
  let [at, damaged] = [START_OF_IMAGE, false];
  for (let next = nextSegment(file, at); next; next = nextSegment(file, Math.max(at, next.code + 1))) {
    damaged ||= next.start !== at || !next.whole || isTooShort(file, next);
    if (damaged && !isUnmistakable(file, next)) continue;
    keep(file, at, next.start, kept);
    at = next.end;
    if (isMetadata(file, next)) putOrientation(file, next, kept);
    else keep(file, next.start, next.end, kept);
    if (next.marker === marker.eoi) return kept.result();
    if (next.marker !== marker.sos) continue;
    at = passScan(file, next.end);
    kept.keep(next.end, at);
  }
  keep(file, at, file.length, kept);
  if (kept.length === START_OF_IMAGE) kept.put(FILL);
  return kept.result();
}

/** End of a file that cannot be decoded: after its end marker, or before the first bytes that are not a segment. */
export function endOfUndrawable(file: Buffer): number {
  let at = START_OF_IMAGE;
  for (let next = nextSegment(file, at); next?.whole && next.start === at; next = nextSegment(file, at)) {
    at = next.marker === marker.sos ? passScan(file, next.end) : next.end;
    if (next.marker === marker.eoi) break;
  }
  return at;
}

/**
 * SOI must be followed by a marker, or the file no longer counts as a JPEG. Removed bytes are therefore replaced
 * by an empty comment, because a single fill byte would form a marker with the byte that follows. Where there is
 * no space for a comment, a fill byte is written.
 */
function keep(file: Buffer, from: number, to: number, into: Compactor): void {
  if (into.length === START_OF_IMAGE && from > into.length && from < to && file[from] !== 0xff)
    into.put(from - into.length < EMPTY_COMMENT.length ? FILL : EMPTY_COMMENT);
  into.keep(from, to);
}

function isMetadata(file: Buffer, segment: Segment): boolean {
  if (segment.marker !== marker.comment && !isApplication(segment.marker)) return false;
  return !needed.some(([wanted, start]) => segment.marker === wanted && startsWith(file, segment, start));
}

/** The length field includes its own two bytes. */
const isTooShort = (file: Buffer, { code, data }: Segment) =>
  data > code + 1 && file.readUInt16BE(code + 1) < 2;

const isUnmistakable = (file: Buffer, segment: Segment) =>
  segment.whole &&
  (segment.marker === marker.app1 || segment.marker === marker.app13) &&
  unmistakable.some((start) => startsWith(file, segment, start));

function putOrientation(file: Buffer, segment: Segment, into: Compactor): void {
  if (!isExif(file, segment)) return;
  const instead = orientationInstead(file, segment, orientationIn(file, segment));
  if (instead) into.put(instead);
}

const startsWith = (file: Buffer, { data, end }: Segment, text: string) =>
  file.toString('latin1', data, Math.min(end, data + text.length)) === text;
