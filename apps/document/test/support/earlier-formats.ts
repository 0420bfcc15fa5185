import { createCipheriv, randomBytes } from 'node:crypto';
import type { DocumentIds } from '../../src/files/document-ids.js';

/** An object as earlier versions of Caredrop wrote it, before the segmented format. */
export function earlierObject(
  version: 1 | 2,
  document: Buffer,
  dataKey: Uint8Array,
  ids: DocumentIds,
): Buffer {
  const { documentId, tokenId, sealedFor, patientRefId } = ids;
  const bound = version === 1 ? [documentId, tokenId] : [documentId, tokenId, sealedFor, patientRefId];
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', dataKey, nonce);
  cipher.setAAD(Buffer.from([`caredrop/document/v${String(version)}`, ...bound].join(':')));
  const ciphertext = Buffer.concat([cipher.update(document), cipher.final()]);
  return Buffer.concat([Buffer.of(version), nonce, ciphertext, cipher.getAuthTag()]);
}
