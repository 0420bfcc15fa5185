import { crc32 } from 'node:zlib';
import { Compactor } from './compactor.js';
import { orientationOnly, readOrientation } from './exif-orientation.js';
import { hidesMetadata } from './trailing-data.js';

const SIGNATURE = 8;
const LENGTH = 4;
const TYPE = 4;
const CRC = 4;
const EXIF = 'eXIf';
const END = 'IEND';

/** Ancillary chunks a decoder needs to show the picture right; text, times and private ones only say things. */
const needed = new Set(
  'cHRM cICP cLLI mDCV gAMA iCCP sBIT sRGB bKGD hIST tRNS pHYs sPLT acTL fcTL fdAT'.split(' '),
);

/** Cuts what a PNG says about itself, in its own buffer; see {@link stripJpeg}. */
export function stripPng(file: Buffer): Buffer {
  const into = new Compactor(file);
  into.keep(0, SIGNATURE);
  let at = SIGNATURE;
  for (let chunk = readChunk(file, at); chunk; chunk = readChunk(file, at)) {
    take(file, at, chunk, into);
    at = chunk.end;
    if (chunk.type === END && hidesMetadata(file.subarray(at))) return into.result();
  }
  into.keep(at, file.length);
  return into.result();
}

/** Where the picture ends: behind its last chunk, or where the file stops being one. */
export function endOfPng(file: Buffer): number {
  let at = SIGNATURE;
  for (let chunk = readChunk(file, at); chunk; chunk = readChunk(file, at)) {
    at = chunk.end;
    if (chunk.type === END) break;
  }
  return at;
}

interface Chunk {
  type: string;
  end: number;
}

function readChunk(file: Buffer, at: number): Chunk | null {
  if (at + LENGTH + TYPE + CRC > file.length) return null;
  const type = file.toString('latin1', at + LENGTH, at + LENGTH + TYPE);
  const end = at + LENGTH + TYPE + file.readUInt32BE(at) + CRC;
  return /^[A-Za-z]{4}$/.test(type) && end <= file.length ? { type, end } : null;
}

function take(file: Buffer, start: number, { type, end }: Chunk, into: Compactor): void {
  const critical = /^[A-Z]/.test(type);
  if (critical || needed.has(type)) return into.keep(start, end);
  if (type !== EXIF) return;
  const orientation = readOrientation(file.subarray(start + LENGTH + TYPE, end - CRC));
  if (orientation === 1) return;
  const only = exifChunk(orientation);
  // Where there is no room for it, there is none for anything but an orientation either.
  if (only.length <= end - start) into.put(only);
  else into.keep(start, end);
}

function exifChunk(orientation: number): Buffer {
  const data = orientationOnly(orientation);
  const body = Buffer.concat([Buffer.from(EXIF, 'latin1'), data]);
  const chunk = Buffer.alloc(LENGTH + body.length + CRC);
  chunk.writeUInt32BE(data.length);
  body.copy(chunk, LENGTH);
  chunk.writeUInt32BE(crc32(body), LENGTH + body.length);
  return chunk;
}
