import { inflateRawSync } from './zlib.js';

const mostBytes = 256 * 1024 * 1024;

/**
 * The TIFF decoder asks for pako by this name, or as a global where there is no `require`.
 *
 * @public
 */
export const inflateRaw = (data: Uint8Array): Uint8Array =>
  inflateRawSync(data, { maxOutputLength: mostBytes });

Object.assign(globalThis, { pako: { inflateRaw } });
