import { inflateRawSync } from './zlib.js';

const maxBytes = 256 * 1024 * 1024;

/**
 * The TIFF decoder calls this function of the pako package, or of a global `pako` if there is no `require`.
 *
 * @public
 */
export const inflateRaw = (data: Uint8Array): Uint8Array =>
  inflateRawSync(data, { maxOutputLength: maxBytes });

Object.assign(globalThis, { pako: { inflateRaw } });
