import { encode } from 'jpeg-js';
import type { Pixels } from './pdfium.js';

/** JPEG quality at which small print stays legible. */
const QUALITY = 82;

/** Uses an encoder written in JavaScript: one in WebAssembly would hold a second copy of all pixels. */
export function encodeJpeg({ data, width, height }: Pixels): Buffer {
  return encode({ data: Buffer.from(data.buffer, data.byteOffset, data.length), width, height }, QUALITY)
    .data;
}
