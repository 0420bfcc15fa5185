import { randomBytes } from 'node:crypto';
import { DocumentTampered, type DocumentIds } from './document-ids.js';
import { openSegments } from './segment-cipher.js';
import { CIPHER_HEADER, objectSize, segmentCount } from './segments.js';
import { decryptWhole, isWhole, WHOLE_OVERHEAD } from './whole-cipher.js';

/** A new 256-bit data key. It encrypts one object and is never used again. */
export const newDataKey = (): Buffer => randomBytes(32);

/** Size of the largest object, of any format, that a document of `size` bytes can have. */
export const largestObject = (size: number): number => Math.max(objectSize(size), size + WHOLE_OVERHEAD);

/**
 * Decrypts and verifies a complete document of `size` bytes from an object of any format. Throws {@link
 * DocumentTampered}; nothing unverified is ever returned.
 */
export function decryptDocument(object: Buffer, size: number, dataKey: Uint8Array, ids: DocumentIds): Buffer {
  const whole = isWhole(object);
  if (object.length !== (whole ? size + WHOLE_OVERHEAD : objectSize(size)))
    throw new DocumentTampered('wrong length');
  if (whole) return decryptWhole(object, dataKey, ids);
  const header = object.subarray(0, CIPHER_HEADER);
  const document = Buffer.allocUnsafeSlow(size);
  let at = 0;
  const segments = object.subarray(CIPHER_HEADER);
  for (const segment of openSegments({ header, size, dataKey, ids }, 0, segmentCount(size) - 1, segments))
    at += segment.copy(document, at);
  return document;
}
