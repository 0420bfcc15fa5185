import { crc32 } from 'node:zlib';
import { orientationOnly, readOrientation } from './exif-orientation.js';
import { hidesMetadata } from './trailing-data.js';

const SIGNATURE = 8;
const LENGTH = 4;
const TYPE = 4;
const CRC = 4;
const EXIF = 'eXIf';
const END = 'IEND';

/** Ancillary chunks a decoder needs to show the picture right; text, times and private ones only say things. */
const kept = new Set(
  'cHRM cICP cLLI mDCV gAMA iCCP sBIT sRGB bKGD hIST tRNS pHYs sPLT acTL fcTL fdAT'.split(' '),
);

/** The pieces of a PNG that stay; see {@link stripJpeg}. */
export function stripPng(file: Buffer): Buffer[] {
  const pieces = [file.subarray(0, SIGNATURE)];
  let at = SIGNATURE;
  for (;;) {
    const chunk = readChunk(file, at);
    if (!chunk) return [...pieces, file.subarray(at)];
    pieces.push(...keep(file.subarray(at, chunk.end), chunk.type));
    at = chunk.end;
    if (chunk.type !== END) continue;
    const rest = file.subarray(at);
    return hidesMetadata(rest) ? pieces : [...pieces, rest];
  }
}

function readChunk(file: Buffer, at: number): { type: string; end: number } | null {
  if (at + LENGTH + TYPE + CRC > file.length) return null;
  const type = file.toString('latin1', at + LENGTH, at + LENGTH + TYPE);
  const end = at + LENGTH + TYPE + file.readUInt32BE(at) + CRC;
  return /^[A-Za-z]{4}$/.test(type) && end <= file.length ? { type, end } : null;
}

function keep(chunk: Buffer, type: string): Buffer[] {
  const critical = /^[A-Z]/.test(type);
  if (critical || kept.has(type)) return [chunk];
  if (type !== EXIF) return [];
  const orientation = readOrientation(chunk.subarray(LENGTH + TYPE, -CRC));
  return orientation === 1 ? [] : [exifChunk(orientation)];
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
