import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import {
  CIPHER_HEADER,
  CIPHER_OVERHEAD,
  decryptDocument,
  DocumentTampered,
  encryptInPlace,
  newDataKey,
} from './document-cipher.js';

const ids = {
  documentId: randomUUID(),
  tokenId: randomUUID(),
  ownerId: randomUUID(),
  patientRefId: 'P-1',
};
const key = newDataKey();

function encrypt(document: Buffer): Buffer {
  const buffer = Buffer.concat([
    Buffer.alloc(CIPHER_HEADER),
    document,
    Buffer.alloc(CIPHER_OVERHEAD - CIPHER_HEADER),
  ]);
  return encryptInPlace(buffer, document.length, key, ids);
}

describe('the document cipher', () => {
  it.each([0, 1, 256 * 1024, 256 * 1024 + 1, 700_001])(
    'a document of %i bytes decrypts to its original bytes',
    (size) => {
      const plain = randomBytes(size);
      const object = encrypt(plain);
      expect(object).toHaveLength(size + CIPHER_OVERHEAD);
      expect(decryptDocument(object, key, ids).equals(plain)).toBe(true);
    },
  );

  it('encryption in place overwrites only the plaintext and refuses a buffer that is too small', () => {
    const buffer = Buffer.alloc(200, '#');
    Buffer.from('a secret document').copy(buffer, CIPHER_HEADER);
    const object = encryptInPlace(buffer, 17, key, ids);
    expect(object).toHaveLength(17 + CIPHER_OVERHEAD);
    expect(buffer.includes('secret')).toBe(false);
    expect(buffer.subarray(object.length).toString()).toBe('#'.repeat(200 - object.length));
    expect(() => encryptInPlace(buffer.subarray(0, 20), 17, key, ids)).toThrow(RangeError);
  });

  it('the ciphertext contains no plaintext and differs each time', () => {
    const plain = Buffer.from('%PDF-1.7 a rather recognisable beginning');
    const first = encrypt(plain);
    expect(first.includes(Buffer.from('recognisable'))).toBe(false);
    expect(encrypt(plain).equals(first)).toBe(false);
  });

  it('decryption fails after any single flipped byte', () => {
    const object = encrypt(Buffer.from('a short document'));
    for (let at = 0; at < object.length; at += 1) {
      const flipped = Buffer.from(object);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      expect(() => decryptDocument(flipped, key, ids)).toThrow(DocumentTampered);
    }
  });

  it('decryption fails for a cut object, another key, document, token, clinician or patient', () => {
    const object = encrypt(Buffer.from('a short document'));
    const failing = [
      () => decryptDocument(object.subarray(0, -1), key, ids),
      () => decryptDocument(object.subarray(0, 5), key, ids),
      () => decryptDocument(object, newDataKey(), ids),
      () => decryptDocument(object, key, { ...ids, documentId: randomUUID() }),
      () => decryptDocument(object, key, { ...ids, tokenId: randomUUID() }),
      () => decryptDocument(object, key, { ...ids, ownerId: randomUUID() }),
      () => decryptDocument(object, key, { ...ids, patientRefId: 'P-2' }),
    ];
    for (const read of failing) expect(read).toThrow(DocumentTampered);
  });

  it('decryption reads the first format, which did not bind clinician and patient', () => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    cipher.setAAD(Buffer.from(`caredrop/document/v1:${ids.documentId}:${ids.tokenId}`));
    const sealed = Buffer.concat([cipher.update('an older document'), cipher.final()]);
    const object = Buffer.concat([Buffer.from([1]), nonce, sealed, cipher.getAuthTag()]);
    expect(decryptDocument(object, key, ids).toString()).toBe('an older document');
    object[0] = 2;
    expect(() => decryptDocument(object, key, ids)).toThrow(DocumentTampered);
  });
});
