import { encode } from 'jpeg-js';
import type { Pixels } from './pdfium.js';

/** Small print stays legible. */
const QUALITY = 82;

/** In JavaScript: an encoder in WebAssembly holds a second copy of all pixels. */
export function encodeJpeg({ data, width, height }: Pixels): Buffer {
  return encode({ data: Buffer.from(data.buffer, data.byteOffset, data.length), width, height }, QUALITY)
    .data;
}
