import { randomBytes, randomUUID } from 'node:crypto';
import {
  CIPHER_OVERHEAD,
  decryptDocument,
  DocumentTampered,
  encryptDocument,
  newDataKey,
} from './document-cipher.js';

const ids = { documentId: randomUUID(), tokenId: randomUUID() };
const key = newDataKey();

describe('the document cipher', () => {
  it.each([0, 1, 256 * 1024, 256 * 1024 + 1, 700_001])('opens %i bytes as they were', (size) => {
    const plain = randomBytes(size);
    const object = encryptDocument([plain], key, ids);
    expect(object).toHaveLength(size + CIPHER_OVERHEAD);
    expect(decryptDocument(object, key, ids).equals(plain)).toBe(true);
  });

  it('joins pieces in their order', () => {
    const object = encryptDocument([Buffer.from('one '), Buffer.alloc(0), Buffer.from('document')], key, ids);
    expect(decryptDocument(object, key, ids).toString()).toBe('one document');
  });

  it('holds nothing of the document in clear, and never the same bytes twice', () => {
    const plain = Buffer.from('%PDF-1.7 a rather recognisable beginning');
    const first = encryptDocument([plain], key, ids);
    expect(first.includes(Buffer.from('recognisable'))).toBe(false);
    expect(encryptDocument([plain], key, ids).equals(first)).toBe(false);
  });

  it('fails for every single flipped byte', () => {
    const object = encryptDocument([Buffer.from('a short document')], key, ids);
    for (let at = 0; at < object.length; at += 1) {
      const flipped = Buffer.from(object);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      expect(() => decryptDocument(flipped, key, ids)).toThrow(DocumentTampered);
    }
  });

  it('fails for a cut object, another key, another document and another token', () => {
    const object = encryptDocument([Buffer.from('a short document')], key, ids);
    const failing = [
      () => decryptDocument(object.subarray(0, -1), key, ids),
      () => decryptDocument(object.subarray(0, 5), key, ids),
      () => decryptDocument(object, newDataKey(), ids),
      () => decryptDocument(object, key, { ...ids, documentId: randomUUID() }),
      () => decryptDocument(object, key, { ...ids, tokenId: randomUUID() }),
    ];
    for (const read of failing) expect(read).toThrow(DocumentTampered);
  });
});
