import { crc32, deflateSync } from 'node:zlib';

export interface Size {
  width: number;
  height: number;
}

export const SOI = Buffer.from([0xff, 0xd8]);
export const EOI = Buffer.from([0xff, 0xd9]);

/** A JPEG segment with its length. */
export function segment(marker: number, data: Buffer | string): Buffer {
  const body = Buffer.from(data as string, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

export function frame({ width, height }: Size, marker = 0xc0): Buffer {
  const data = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  data.writeUInt16BE(height, 1);
  data.writeUInt16BE(width, 3);
  return segment(marker, data);
}

/** The skeleton of a JPEG; `more` is inserted before its image data. */
export function aJpeg(size: Size = { width: 8, height: 8 }, ...more: Buffer[]): Buffer {
  const scan = Buffer.concat([segment(0xda, '\x01\x01\0\0\x3f\0'), Buffer.from([1, 2, 0xff, 0, 3])]);
  return Buffer.concat([SOI, segment(0xdb, 'table'), frame(size), ...more, scan, EOI]);
}

/** A PNG chunk with its length and checksum. */
export function chunk(type: string, data: Buffer | string = ''): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data as string, 'latin1')]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(body.length - 4);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG that declares a size; its image data is one grey pixel. `more` is inserted before it. */
export function aPng({ width, height }: Size = { width: 1, height: 1 }, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    pngSignature,
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(2))),
    chunk('IEND'),
  ]);
}
