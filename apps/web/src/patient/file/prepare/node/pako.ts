import { inflateRawSync } from './zlib.js';

/** The TIFF decoder asks for pako by this name, or as a global where there is no `require`. */
const mostBytes = 256 * 1024 * 1024;
export const inflateRaw = (data: Uint8Array): Uint8Array =>
  inflateRawSync(data, { maxOutputLength: mostBytes });

Object.assign(globalThis, { pako: { inflateRaw } });
