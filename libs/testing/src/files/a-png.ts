import { crc32, deflateSync } from 'node:zlib';

export interface PngOptions {
  width?: number;
  height?: number;
  /** Exact size of the file, which is padded with a private chunk. */
  bytes?: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Length, name and checksum of a chunk. */
const CHUNK_FRAME = 12;

/**
 * A valid PNG with a gradient. Throws when `bytes` is less than the unpadded size, or 1 to 11 bytes more: a padding
 * chunk has at least 12.
 */
export function aPng({ width = 32, height = 24, bytes }: PngOptions = {}): Buffer {
  const head = Buffer.concat([SIGNATURE, chunk('IHDR', header(width, height))]);
  const tail = Buffer.concat([
    chunk('IDAT', deflateSync(pixels(width, height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  const missing = (bytes ?? head.length + tail.length) - head.length - tail.length;
  return Buffer.concat([head, filler(missing), tail]);
}

function filler(bytes: number): Buffer {
  if (bytes === 0) return Buffer.alloc(0);
  if (bytes < CHUNK_FRAME) throw new Error('A PNG cannot have that size');
  return chunk('fiLl', Buffer.alloc(bytes - CHUNK_FRAME, 0x2e));
}

function header(width: number, height: number): Buffer {
  const buffer = Buffer.alloc(13);
  buffer.writeUInt32BE(width, 0);
  buffer.writeUInt32BE(height, 4);
  buffer.set([8, 2], 8); // 8 bits per channel, RGB.
  return buffer;
}

function pixels(width: number, height: number): Buffer {
  const stride = 1 + width * 3;
  const buffer = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * stride + 1 + x * 3;
      buffer[at] = Math.round((x / width) * 255);
      buffer[at + 1] = Math.round((y / height) * 255);
      buffer[at + 2] = 128;
    }
  }
  return buffer;
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
