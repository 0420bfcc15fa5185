import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * The format of a document in the object store (docs/adr/0005-document-encryption.md):
 *
 * - 1 byte: format version, 0x02 (0x01 is still read)
 * - 12 bytes: nonce
 * - n bytes: AES-256-GCM ciphertext, as long as the document
 * - 16 bytes: authentication tag
 *
 * Additional data: the version and what the document belongs to, so that neither an object in another's place
 * nor a row given to another clinician or patient can be opened. Version 1 left out owner and reference. The
 * key is generated for this document and never used again.
 */
const VERSION = 2;
const READABLE: readonly number[] = [1, VERSION];
const NONCE = 12;
const TAG = 16;
/** Size of the header that precedes the document in an object. */
export const CIPHER_HEADER = 1 + NONCE;
/** Bytes an object has more than its document. */
export const CIPHER_OVERHEAD = CIPHER_HEADER + TAG;
/** Encrypted in slices, so that memory holds the document once. */
const SLICE = 64 * 1024;

/** Identity of a stored object, authenticated with it. */
export interface DocumentIds {
  documentId: string;
  tokenId: string;
  /** The clinician whose document it is. */
  ownerId: string;
  patientRefId: string;
}

/** The object's bytes are not the expected document: changed, truncated, swapped, or of an unknown format. */
export class DocumentTampered extends Error {
  constructor(reason: string) {
    super(`A stored document cannot be verified: ${reason}`);
    this.name = 'DocumentTampered';
  }
}

/** A new 256-bit data key. */
export const newDataKey = (): Buffer => randomBytes(32);

/**
 * Encrypts a document in place: `buffer` contains it after {@link CIPHER_HEADER} free bytes, and has space
 * for the tag after it. Returns the object, a view of `buffer`; the plaintext is then no longer in memory.
 */
export function encryptInPlace(buffer: Buffer, size: number, dataKey: Uint8Array, ids: DocumentIds): Buffer {
  const object = buffer.subarray(0, size + CIPHER_OVERHEAD);
  if (object.length < size + CIPHER_OVERHEAD) throw new RangeError('The buffer is too small to encrypt in');
  const nonce = randomBytes(NONCE);
  object[0] = VERSION;
  nonce.copy(object, 1);
  const cipher = createCipheriv('aes-256-gcm', dataKey, nonce).setAAD(additionalData(ids, VERSION));
  const document = object.subarray(CIPHER_HEADER, CIPHER_HEADER + size);
  for (let at = 0; at < size; at += SLICE)
    cipher.update(document.subarray(at, at + SLICE)).copy(document, at);
  cipher.final();
  cipher.getAuthTag().copy(object, CIPHER_HEADER + size);
  return object;
}

/** The complete, verified document. Throws {@link DocumentTampered}; unverified bytes are never returned. */
export function decryptDocument(object: Buffer, dataKey: Uint8Array, ids: DocumentIds): Buffer {
  if (object.length < CIPHER_OVERHEAD) throw new DocumentTampered('too short');
  const version = object[0] ?? 0;
  if (!READABLE.includes(version)) throw new DocumentTampered('unknown format');
  const decipher = createDecipheriv('aes-256-gcm', dataKey, object.subarray(1, CIPHER_HEADER));
  decipher.setAAD(additionalData(ids, version)).setAuthTag(object.subarray(-TAG));
  try {
    const plain = decipher.update(object.subarray(CIPHER_HEADER, -TAG));
    decipher.final();
    return plain;
  } catch {
    throw new DocumentTampered('changed or swapped');
  }
}

function additionalData(
  { documentId, tokenId, ownerId, patientRefId }: DocumentIds,
  version: number,
): Buffer {
  const parts = [`caredrop/document/v${version}`, documentId, tokenId];
  // The reference is the only part of variable length and comes last, so no two sets of parts give the same
  // text.
  return Buffer.from((version === 1 ? parts : [...parts, ownerId, patientRefId]).join(':'));
}
