import { randomBytes, randomUUID } from 'node:crypto';
import {
  CIPHER_HEADER,
  CIPHER_OVERHEAD,
  decryptDocument,
  DocumentTampered,
  encryptInPlace,
  newDataKey,
} from './document-cipher.js';

const ids = { documentId: randomUUID(), tokenId: randomUUID() };
const key = newDataKey();

function encrypt(document: Buffer): Buffer {
  const room = Buffer.concat([
    Buffer.alloc(CIPHER_HEADER),
    document,
    Buffer.alloc(CIPHER_OVERHEAD - CIPHER_HEADER),
  ]);
  return encryptInPlace(room, document.length, key, ids);
}

describe('the document cipher', () => {
  it.each([0, 1, 256 * 1024, 256 * 1024 + 1, 700_001])('opens %i bytes as they were', (size) => {
    const plain = randomBytes(size);
    const object = encrypt(plain);
    expect(object).toHaveLength(size + CIPHER_OVERHEAD);
    expect(decryptDocument(object, key, ids).equals(plain)).toBe(true);
  });

  it('overwrites the document, and nothing beside its room', () => {
    const room = Buffer.alloc(200, '#');
    Buffer.from('a secret document').copy(room, CIPHER_HEADER);
    const object = encryptInPlace(room, 17, key, ids);
    expect(object).toHaveLength(17 + CIPHER_OVERHEAD);
    expect(room.includes('secret')).toBe(false);
    expect(room.subarray(object.length).toString()).toBe('#'.repeat(200 - object.length));
    expect(() => encryptInPlace(room.subarray(0, 20), 17, key, ids)).toThrow(RangeError);
  });

  it('holds nothing of the document in clear, and never the same bytes twice', () => {
    const plain = Buffer.from('%PDF-1.7 a rather recognisable beginning');
    const first = encrypt(plain);
    expect(first.includes(Buffer.from('recognisable'))).toBe(false);
    expect(encrypt(plain).equals(first)).toBe(false);
  });

  it('fails for every single flipped byte', () => {
    const object = encrypt(Buffer.from('a short document'));
    for (let at = 0; at < object.length; at += 1) {
      const flipped = Buffer.from(object);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      expect(() => decryptDocument(flipped, key, ids)).toThrow(DocumentTampered);
    }
  });

  it('fails for a cut object, another key, another document and another token', () => {
    const object = encrypt(Buffer.from('a short document'));
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
