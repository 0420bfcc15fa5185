import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * How a document lies in the object store (docs/adr/0005-document-encryption.md):
 *
 *   1 byte   format version, 0x01
 *   12 bytes nonce
 *   n bytes  AES-256-GCM ciphertext, as long as the document
 *   16 bytes authentication tag
 *
 * Additional data: the version byte and the ids the document belongs to, so that an object put in another's
 * place does not open. The key is made for this one document and never used again.
 */
const VERSION = 1;
const NONCE = 12;
const TAG = 16;
const HEADER = 1 + NONCE;
/** Bytes an object has more than its document. */
export const CIPHER_OVERHEAD = HEADER + TAG;
/** Encrypted in slices, so that memory holds the document, the object and one slice. */
const SLICE = 256 * 1024;

/** What a stored object belongs to. */
export interface DocumentIds {
  documentId: string;
  tokenId: string;
}

/** The object's bytes are not the document they should be: changed, cut, swapped, or of an unknown format. */
export class DocumentTampered extends Error {
  constructor(reason: string) {
    super(`A stored document cannot be verified: ${reason}`);
    this.name = 'DocumentTampered';
  }
}

/** A fresh 256-bit data key. */
export const newDataKey = (): Buffer => randomBytes(32);

/** Encrypts the document made of `pieces`, in order. Needs room for the object once, never for two copies. */
export function encryptDocument(pieces: Uint8Array[], dataKey: Uint8Array, ids: DocumentIds): Buffer {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const object = Buffer.allocUnsafeSlow(size + CIPHER_OVERHEAD);
  const nonce = randomBytes(NONCE);
  object[0] = VERSION;
  nonce.copy(object, 1);
  const cipher = createCipheriv('aes-256-gcm', dataKey, nonce).setAAD(additionalData(ids));
  let at = HEADER;
  for (const piece of pieces)
    for (let from = 0; from < piece.length; from += SLICE)
      at += cipher.update(piece.subarray(from, from + SLICE)).copy(object, at);
  cipher.final();
  cipher.getAuthTag().copy(object, at);
  return object;
}

/** The whole document, verified. Throws {@link DocumentTampered}; nothing unverified is ever returned. */
export function decryptDocument(object: Buffer, dataKey: Uint8Array, ids: DocumentIds): Buffer {
  if (object.length < CIPHER_OVERHEAD) throw new DocumentTampered('too short');
  if (object[0] !== VERSION) throw new DocumentTampered('unknown format');
  const decipher = createDecipheriv('aes-256-gcm', dataKey, object.subarray(1, HEADER));
  decipher.setAAD(additionalData(ids)).setAuthTag(object.subarray(-TAG));
  try {
    const plain = decipher.update(object.subarray(HEADER, -TAG));
    decipher.final();
    return plain;
  } catch {
    throw new DocumentTampered('changed or swapped');
  }
}

function additionalData({ documentId, tokenId }: DocumentIds): Buffer {
  return Buffer.from(`caredrop/document/v${VERSION}:${documentId}:${tokenId}`);
}
