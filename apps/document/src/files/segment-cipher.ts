import { createCipheriv, createDecipheriv, randomBytes, type CipherGCM } from 'node:crypto';
import { DocumentTampered, type DocumentIds } from './document-ids.js';
import {
  CIPHER_HEADER,
  objectSize,
  SEGMENT,
  segmentCount,
  segmentOffset,
  segmentSize,
  TAG,
} from './segments.js';

/**
 * Format 3 of a stored document (docs/adr/0040-segmented-document-encryption.md): segments that are encrypted
 * and verified one by one, by the STREAM construction.
 *
 * - 1 byte: format version, 0x03
 * - 7 bytes: random prefix of all nonces
 * - for each 64 KiB of the document: AES-256-GCM ciphertext, as long as the segment, and 16 bytes tag
 *
 * Nonce: the prefix, the segment's number (4 bytes, big-endian), and 1 for the last segment or 0. Additional
 * data: the version, the document's size, and the ids it is bound to.
 */
const SEGMENTED = 3;
const ALGORITHM = 'aes-256-gcm';

/** What is needed to open any segment of one object. */
export interface SegmentedObject {
  /** The object's first {@link CIPHER_HEADER} bytes. */
  header: Buffer;
  /** Size of the document. */
  size: number;
  dataKey: Uint8Array;
  ids: DocumentIds;
}

/**
 * Encrypts a document in place: `buffer` holds it after {@link CIPHER_HEADER} free bytes, and has space for the
 * tags after it. Returns the object, a view of `buffer`; the document itself is overwritten.
 *
 * Starts with the last segment: each one moves towards the end by the tags of those before it, into space that
 * has been read already.
 */
export function encryptInPlace(buffer: Buffer, size: number, dataKey: Uint8Array, ids: DocumentIds): Buffer {
  const object = buffer.subarray(0, objectSize(size));
  if (object.length < objectSize(size)) throw new RangeError('The buffer is too small to encrypt in');
  const header = Buffer.concat([Buffer.of(SEGMENTED), randomBytes(CIPHER_HEADER - 1)]);
  const additionalData = additionalDataOf(size, ids);
  for (let index = segmentCount(size) - 1; index >= 0; index -= 1) {
    const start = CIPHER_HEADER + index * SEGMENT;
    const plain = object.subarray(start, start + segmentSize(size, index));
    const cipher = createCipheriv(ALGORITHM, dataKey, nonceOf(header, size, index)).setAAD(additionalData);
    writeSealed(cipher, plain, object.subarray(segmentOffset(index)));
  }
  header.copy(object);
  return object;
}

function writeSealed(cipher: CipherGCM, plain: Buffer, into: Buffer): void {
  cipher.update(plain).copy(into);
  cipher.final();
  cipher.getAuthTag().copy(into, plain.length);
}

/**
 * Opens and verifies segment `index` of a document. `sealed` is its ciphertext and tag. Throws {@link
 * DocumentTampered} if it is not that segment of this document.
 */
export function openSegment(object: SegmentedObject, index: number, sealed: Buffer): Buffer {
  const { header, size, dataKey, ids } = object;
  if (header.length !== CIPHER_HEADER || header[0] !== SEGMENTED)
    throw new DocumentTampered('unknown format');
  if (sealed.length !== segmentSize(size, index) + TAG) throw new DocumentTampered('wrong length');
  const decipher = createDecipheriv(ALGORITHM, dataKey, nonceOf(header, size, index));
  decipher.setAAD(additionalDataOf(size, ids)).setAuthTag(sealed.subarray(-TAG));
  try {
    const plain = decipher.update(sealed.subarray(0, -TAG));
    decipher.final();
    return plain;
  } catch {
    throw new DocumentTampered('changed or swapped');
  }
}

/**
 * Opens the segments from `first` to `last`, both included, which `sealed` must contain exactly. Throws
 * {@link DocumentTampered}.
 */
export function* openSegments(
  object: SegmentedObject,
  first: number,
  last: number,
  sealed: Buffer,
): Generator<Buffer> {
  for (let index = first; index <= last; index += 1) {
    const at = (index - first) * (SEGMENT + TAG);
    const end = index === last ? sealed.length : at + SEGMENT + TAG;
    yield openSegment(object, index, sealed.subarray(at, end));
  }
}

function nonceOf(header: Buffer, size: number, index: number): Buffer {
  const nonce = Buffer.alloc(12);
  header.copy(nonce, 0, 1, CIPHER_HEADER);
  nonce.writeUInt32BE(index, 7);
  nonce[11] = index === segmentCount(size) - 1 ? 1 : 0;
  return nonce;
}

/** Unambiguous: the reference comes last and is the only part that may contain a colon. */
const additionalDataOf = (
  size: number,
  { documentId, tokenId, sealedFor, patientRefId }: DocumentIds,
): Buffer =>
  Buffer.from(['caredrop/document/v3', size, documentId, tokenId, sealedFor, patientRefId].join(':'));
