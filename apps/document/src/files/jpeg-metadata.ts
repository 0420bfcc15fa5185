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
  app15: 0xef,
  comment: 0xfe,
};

/** Application segments a decoder needs to show the picture right; all others only say things about it. */
const kept: Array<[marker: number, start: string]> = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
];

/**
 * The pieces of a JPEG that stay when Exif, XMP, IPTC, thumbnails, comments, maker notes and pictures hidden
 * behind the picture are cut out. Nothing is decoded or encoded again; the orientation stays (api.md 1a.26).
 * From the first thing that is not JPEG everything is left as it came.
 */
export function stripJpeg(file: Buffer): Buffer[] {
  const pieces = [file.subarray(0, START_OF_IMAGE)];
  let at = START_OF_IMAGE;
  for (;;) {
    const segment = readSegment(file, at);
    if (!segment) return [...pieces, file.subarray(at)];
    if (segment.marker === marker.eoi)
      return [...pieces, file.subarray(at, segment.end), ...trailing(file, segment.end)];
    pieces.push(
      ...keep(file.subarray(at, segment.end), file.subarray(segment.data, segment.end), segment.marker),
    );
    at = segment.end;
    if (segment.marker !== marker.sos) continue;
    const next = endOfScan(file, at);
    pieces.push(file.subarray(at, next));
    at = next;
  }
}

interface Segment {
  marker: number;
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
    return { marker: found, data, end: data };
  if (data + 2 > file.length) return null;
  const end = data + file.readUInt16BE(data);
  return end < data + 2 || end > file.length ? null : { marker: found, data: data + 2, end };
}

function keep(whole: Buffer, data: Buffer, found: number): Buffer[] {
  const says = found === marker.comment || (found >= marker.app0 && found <= marker.app15);
  if (!says || kept.some(([wanted, start]) => found === wanted && startsWith(data, start))) return [whole];
  if (found !== marker.app1 || !data.subarray(0, EXIF.length).equals(EXIF)) return [];
  const orientation = readOrientation(data.subarray(EXIF.length));
  return orientation === 1 ? [] : [exifSegment(orientation)];
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

function trailing(file: Buffer, from: number): Buffer[] {
  const rest = file.subarray(from);
  return hidesMetadata(rest) ? [] : [rest];
}

const isRestart = (found: number) => found >= marker.rst0 && found <= marker.rst7;
const startsWith = (data: Buffer, text: string) => data.toString('latin1', 0, text.length) === text;
