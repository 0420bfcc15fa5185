import { createDecipheriv } from 'node:crypto';
import { DocumentTampered, type DocumentIds } from './document-ids.js';

/**
 * Formats 1 and 2 of a stored document, encrypted in one piece (docs/adr/0005-document-encryption.md). They are
 * read but no longer written:
 *
 * - 1 byte: format version, 0x01 or 0x02
 * - 12 bytes: nonce
 * - n bytes: AES-256-GCM ciphertext, as long as the document
 * - 16 bytes: authentication tag
 *
 * Version 1 did not bind owner and reference.
 */
const VERSIONS: readonly unknown[] = [1, 2];
const HEADER = 13;
const TAG = 16;

/** Bytes that an object has in addition to its document. */
export const WHOLE_OVERHEAD = HEADER + TAG;

/** Whether an object that begins with these bytes is encrypted in one piece. */
export const isWhole = (object: Buffer): boolean => VERSIONS.includes(object[0]);

/**
 * Decrypts and verifies the complete document. Throws {@link DocumentTampered}; nothing unverified is ever
 * returned.
 */
export function decryptWhole(object: Buffer, dataKey: Uint8Array, ids: DocumentIds): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', dataKey, object.subarray(1, HEADER));
  decipher.setAAD(additionalDataOf(ids, object[0])).setAuthTag(object.subarray(-TAG));
  try {
    const plain = decipher.update(object.subarray(HEADER, -TAG));
    decipher.final();
    return plain;
  } catch {
    throw new DocumentTampered('changed or swapped');
  }
}

function additionalDataOf(ids: DocumentIds, version: number | undefined): Buffer {
  const { documentId, tokenId, sealedFor, patientRefId } = ids;
  const parts = [`caredrop/document/v${String(version)}`, documentId, tokenId];
  // Unambiguous: the reference comes last and is the only part of variable length.
  return Buffer.from((version === 1 ? parts : [...parts, sealedFor, patientRefId]).join(':'));
}
