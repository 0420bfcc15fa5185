import { Compactor } from './compactor.js';
import { orientationOnly, readOrientation } from './exif-orientation.js';
import { hidesMetadata } from './trailing-data.js';

const START_OF_IMAGE = 2;
const EXIF = Buffer.from('Exif\0\0', 'latin1');
const marker = {
  tem: 0x01,
  rst0: 0xd0,
  rst7: 0xd7,
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  app0: 0xe0,
  app1: 0xe1,
  app13: 0xed,
  app15: 0xef,
  comment: 0xfe,
};

/** Application segments a decoder needs to show the picture right; all others only say things about it. */
const needed: Array<[marker: number, start: string]> = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
];

/** How Exif, XMP and IPTC begin: long enough not to turn up by chance. */
const unmistakable = ['Exif\0\0', 'http://ns.adobe.com/', 'Photoshop 3.0\0'];

/**
 * Cuts Exif, XMP, IPTC, thumbnails, comments, maker notes and pictures hidden behind the picture out of a JPEG, in
 * its own buffer. Nothing is decoded or encoded again; the orientation stays (api.md 1a.26). Behind the first thing
 * that is not JPEG only what is metadata beyond doubt is cut.
 */
export function stripJpeg(file: Buffer): Buffer {
  const kept = new Compactor(file);
  kept.keep(0, START_OF_IMAGE);
  let at = START_OF_IMAGE;
  for (let segment = readSegment(file, at); segment; segment = readSegment(file, at)) {
    take(file, segment, kept);
    at = segment.end;
    if (segment.marker === marker.eoi) return closeFile(file, at, kept);
    if (segment.marker !== marker.sos) continue;
    at = endOfScan(file, segment.end);
    kept.keep(segment.end, at);
  }
  return cutStrays(file, at, kept);
}

/** Where the picture ends: behind its end marker, or where the file stops being one. */
export function endOfJpeg(file: Buffer): number {
  let at = START_OF_IMAGE;
  for (let segment = readSegment(file, at); segment; segment = readSegment(file, at)) {
    at = segment.marker === marker.sos ? endOfScan(file, segment.end) : segment.end;
    if (segment.marker === marker.eoi) break;
  }
  return at;
}

/** Decoders look for the next segment behind damage and padding, so metadata there is found as well. */
function cutStrays(file: Buffer, from: number, kept: Compactor): Buffer {
  let at = from;
  for (let next = file.indexOf(0xff, at); next !== -1; next = file.indexOf(0xff, next + 1)) {
    const segment = file[next + 1] === 0xff ? null : readSegment(file, next);
    if (!segment || !saysWhatItIs(file, segment)) continue;
    kept.keep(at, next);
    take(file, segment, kept);
    at = segment.end;
    next = at - 1;
  }
  kept.keep(at, file.length);
  return kept.result();
}

const saysWhatItIs = (file: Buffer, { marker: found, data }: Segment) =>
  (found === marker.app1 || found === marker.app13) &&
  unmistakable.some((start) => startsWith(file.subarray(data, data + 20), start));

interface Segment {
  marker: number;
  start: number;
  /** Where what follows the length begins. */
  data: number;
  end: number;
}

function readSegment(file: Buffer, at: number): Segment | null {
  if (file[at] !== 0xff) return null;
  let mark = at + 1;
  while (file[mark] === 0xff) mark += 1;
  const found = file[mark];
  if (found === undefined || found === 0) return null;
  const data = mark + 1;
  if (found === marker.eoi || found === marker.soi || found === marker.tem || isRestart(found))
    return { marker: found, start: at, data, end: data };
  if (data + 2 > file.length) return null;
  const end = data + file.readUInt16BE(data);
  return end < data + 2 || end > file.length ? null : { marker: found, start: at, data: data + 2, end };
}

function take(file: Buffer, segment: Segment, into: Compactor): void {
  const data = file.subarray(segment.data, segment.end);
  if (!isMetadata(segment.marker, data)) return into.keep(segment.start, segment.end);
  if (segment.marker !== marker.app1 || !data.subarray(0, EXIF.length).equals(EXIF)) return;
  const orientation = readOrientation(data.subarray(EXIF.length));
  if (orientation === 1) return;
  const only = exifSegment(orientation);
  // Where there is no room for it, there is none for anything but an orientation either.
  if (only.length <= segment.end - segment.start) into.put(only);
  else into.keep(segment.start, segment.end);
}

function isMetadata(found: number, data: Buffer): boolean {
  const says = found === marker.comment || (found >= marker.app0 && found <= marker.app15);
  return says && !needed.some(([wanted, start]) => found === wanted && startsWith(data, start));
}

function exifSegment(orientation: number): Buffer {
  const data = Buffer.concat([EXIF, orientationOnly(orientation)]);
  const head = Buffer.from([0xff, marker.app1, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Picture data runs to the next marker that is neither a stuffed zero nor a restart. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return file.length;
}

function closeFile(file: Buffer, end: number, into: Compactor): Buffer {
  if (!hidesMetadata(file.subarray(end))) into.keep(end, file.length);
  return into.result();
}

const isRestart = (found: number) => found >= marker.rst0 && found <= marker.rst7;
const startsWith = (data: Buffer, text: string) => data.toString('latin1', 0, text.length) === text;
