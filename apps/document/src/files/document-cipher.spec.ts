import { createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { earlierObject } from '../../test/support/earlier-formats.js';
import { decryptDocument, largestObject, newDataKey } from './document-cipher.js';
import { DocumentTampered } from './document-ids.js';
import { encryptInPlace, openSegments } from './segment-cipher.js';
import { CIPHER_HEADER, objectSize, SEGMENT, segmentCount, segmentOffset, TAG } from './segments.js';

const ids = {
  documentId: randomUUID(),
  tokenId: randomUUID(),
  sealedFor: randomUUID(),
  patientRefId: 'P-1',
};
const key = newDataKey();
const STRIDE = SEGMENT + TAG;
const SIZES = [
  0,
  1,
  16,
  17,
  SEGMENT - 1,
  SEGMENT,
  SEGMENT + 1,
  2 * SEGMENT,
  3 * SEGMENT + 7,
  5 * 1024 * 1024,
];

function encrypt(document: Buffer, of = ids): Buffer {
  const buffer = Buffer.alloc(objectSize(document.length));
  document.copy(buffer, CIPHER_HEADER);
  return encryptInPlace(buffer, document.length, key, of);
}
const decrypt = (object: Buffer, size: number) => decryptDocument(object, size, key, ids);
const flip = (object: Buffer, at: number): Buffer => {
  const flipped = Buffer.from(object);
  flipped[at] = (flipped[at] ?? 0) ^ 1;
  return flipped;
};
const sealed = (object: Buffer, index: number) =>
  object.subarray(segmentOffset(index), segmentOffset(index) + STRIDE);

describe('the document cipher', () => {
  it.each(SIZES)('a document of %i bytes decrypts to its original bytes', (size) => {
    const plain = randomBytes(size);
    const object = encrypt(plain);
    expect(object).toHaveLength(objectSize(size));
    expect(object[0]).toBe(3);
    expect(decrypt(object, size).equals(plain)).toBe(true);
  });

  it.each(SIZES)('every segment of a document of %i bytes can be opened without the others', (size) => {
    const plain = randomBytes(size);
    const object = encrypt(plain);
    const opened = { header: object.subarray(0, CIPHER_HEADER), size, dataKey: key, ids };
    for (let index = 0; index < segmentCount(size); index += 1) {
      const [segment] = openSegments(opened, index, index, sealed(object, index));
      expect(segment?.equals(plain.subarray(index * SEGMENT, (index + 1) * SEGMENT))).toBe(true);
    }
  });

  it('the size of an object identifies its format and follows from the document’s size', () => {
    expect([0, 1, SEGMENT, SEGMENT + 1].map(objectSize)).toEqual([24, 25, 24 + SEGMENT, 41 + SEGMENT]);
    for (const size of SIZES) {
      expect(objectSize(size)).not.toBe(size + 29);
      expect(largestObject(size)).toBe(Math.max(objectSize(size), size + 29));
    }
  });

  it('encryption in place leaves no plaintext and nothing after the object, and refuses a buffer that is too small', () => {
    const size = 2 * SEGMENT + 100;
    const buffer = Buffer.alloc(objectSize(size) + 100, '#');
    buffer.fill('a secret document', CIPHER_HEADER, CIPHER_HEADER + size);
    const object = encryptInPlace(buffer, size, key, ids);
    expect(buffer.includes('secret')).toBe(false);
    expect(buffer.subarray(object.length).toString()).toBe('#'.repeat(100));
    expect(() => encryptInPlace(buffer.subarray(0, size), size, key, ids)).toThrow(RangeError);
  });

  it('the ciphertext differs each time, and equal segments have different ciphertexts', () => {
    const plain = Buffer.alloc(2 * SEGMENT);
    const object = encrypt(plain);
    expect(encrypt(plain).equals(object)).toBe(false);
    expect(sealed(object, 0).equals(sealed(object, 1))).toBe(false);
  });
});

it('format 3 uses the nonces and additional data that its ADR documents', () => {
  const plain = randomBytes(SEGMENT + 5);
  const object = encrypt(plain);
  const { documentId, tokenId, sealedFor, patientRefId } = ids;
  const bound = `caredrop/document/v3:${plain.length}:${documentId}:${tokenId}:${sealedFor}:${patientRefId}`;
  const opened = [Buffer.of(0, 0, 0, 0, 0), Buffer.of(0, 0, 0, 1, 1)].map((rest, index) => {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.concat([object.subarray(1, 8), rest]));
    const segment = sealed(object, index);
    decipher.setAAD(Buffer.from(bound)).setAuthTag(segment.subarray(-TAG));
    return Buffer.concat([decipher.update(segment.subarray(0, -TAG)), decipher.final()]);
  });
  expect(Buffer.concat(opened).equals(plain)).toBe(true);
});

describe('a stored object that was changed', () => {
  const size = 3 * SEGMENT + 20;
  const plain = randomBytes(size);
  const object = encrypt(plain);
  const header = object.subarray(0, CIPHER_HEADER);
  const segments = [0, 1, 2, 3].map((index) => sealed(object, index));
  const joined = (...indexes: number[]) =>
    Buffer.concat([header, ...indexes.map((index) => segments[index] as Buffer)]);

  it('a short object with any single flipped byte cannot be opened', () => {
    const short = encrypt(Buffer.from('a short document'));
    for (let at = 0; at < short.length; at += 1)
      expect(() => decrypt(flip(short, at), 16)).toThrow(DocumentTampered);
  });

  it.each([
    ['with a flipped byte in the header', flip(object, 5)],
    ['with a flipped byte in the first segment', flip(object, 100)],
    ['with a flipped byte in a tag', flip(object, segmentOffset(1) - 1)],
    ['with a flipped byte in the last segment', flip(object, object.length - 20)],
    ['that lacks its last byte', object.subarray(0, -1)],
    ['that lacks its last segment', joined(0, 1, 2)],
    ['that lacks its first segment', joined(1, 2, 3)],
    ['that lacks a segment in the middle', joined(0, 1, 3)],
    ['with two segments exchanged', joined(1, 0, 2, 3)],
    ['with a segment twice', joined(0, 1, 1, 3)],
    ['with an extra segment', joined(0, 1, 2, 3, 3)],
    ['with an extra byte', Buffer.concat([object, Buffer.alloc(1)])],
    ['without segments', header],
    ['without a complete header', header.subarray(0, 4)],
    ['without bytes', Buffer.alloc(0)],
    [
      'with the header of another object',
      Buffer.concat([encrypt(plain).subarray(0, CIPHER_HEADER), ...segments]),
    ],
    ['labelled as format 2', Buffer.concat([Buffer.of(2), object.subarray(1)])],
    ['labelled as a future format', Buffer.concat([Buffer.of(4), object.subarray(1)])],
  ])('an object %s cannot be opened', (_what, changed) => {
    expect(() => decrypt(changed, size)).toThrow(DocumentTampered);
  });

  it.each([
    ['its last segment', joined(0, 1, 2), 3 * SEGMENT],
    ['the end of its last segment', object.subarray(0, -4), size - 4],
    ['all but its first segment', joined(0), SEGMENT],
  ])(
    'an object without %s cannot be opened even if the row states the size of what remains',
    (_what, changed, rest) => {
      expect(changed).toHaveLength(objectSize(rest));
      expect(() => decrypt(changed, rest)).toThrow(DocumentTampered);
    },
  );

  it('an object cannot be opened as another document, or with another key, size, token, clinician or patient', () => {
    for (const other of [
      { documentId: randomUUID() },
      { tokenId: randomUUID() },
      { sealedFor: randomUUID() },
      { patientRefId: 'P-2' },
    ])
      expect(() => decryptDocument(object, size, key, { ...ids, ...other })).toThrow(DocumentTampered);
    expect(() => decryptDocument(object, size, newDataKey(), ids)).toThrow(DocumentTampered);
    for (const other of [0, size - 1, size + 1, size - 16])
      expect(() => decrypt(object, other)).toThrow(DocumentTampered);
  });

  it('segments cannot be opened in each other’s place, or if there are fewer or more than requested', () => {
    const opened = { header, size, dataKey: key, ids };
    const open = (first: number, last: number, bytes: Buffer) => [
      ...openSegments(opened, first, last, bytes),
    ];
    expect(open(1, 2, joined(1, 2).subarray(CIPHER_HEADER))).toHaveLength(2);
    for (const [first, last, indexes] of [
      [1, 2, [1]],
      [1, 2, [1, 2, 3]],
      [1, 2, [2, 1]],
      [1, 1, [2]],
      [3, 3, [2]],
      [2, 2, []],
    ] as const)
      expect(() => open(first, last, joined(...indexes).subarray(CIPHER_HEADER))).toThrow(DocumentTampered);
  });
});

describe('earlier formats', () => {
  const plain = randomBytes(2 * SEGMENT);

  it('an object that an earlier version wrote is read', () => {
    const object = Buffer.from(
      'Alkl56MNSkhxM6ikZdYTkikLrdFQFoXNPnKBR/1X+uTqGg5c+leJVwcA0VCUguXac43abfURoamHu6Q6',
      'base64',
    );
    const then = {
      documentId: '0d5a2f6e-3c1b-4a77-9e0d-5f8a41c2b901',
      tokenId: '7be0c1d4-92f3-4e58-8a16-c3d9f4a0e112',
      sealedFor: 'c4f7a9b8-1e2d-4c63-b5a0-9d8e7f6a5b34',
      patientRefId: 'P-1',
    };
    const thenKey = Buffer.from('8f1d6c0be27a4953b1c8e06f5a92d7344cbf09e13a68d25771f4e9b0c3a8d615', 'hex');
    expect(decryptDocument(object, 31, thenKey, then).toString()).toBe('%PDF-1.7 stored before segments');
  });

  it.each([1, 2] as const)('format %i is read', (version) => {
    expect(decrypt(earlierObject(version, plain, key, ids), plain.length).equals(plain)).toBe(true);
  });

  it.each([1, 2] as const)('an object of format %i that was tampered with cannot be opened', (version) => {
    const object = earlierObject(version, Buffer.from('a short document'), key, ids);
    for (let at = 0; at < object.length; at += 1)
      expect(() => decrypt(flip(object, at), 16)).toThrow(DocumentTampered);
    for (const changed of [object.subarray(0, -1), object.subarray(0, 5), Buffer.concat([object, object])])
      expect(() => decrypt(changed, 16)).toThrow(DocumentTampered);
  });

  it('format 2 binds clinician and patient, unlike format 1', () => {
    const other = { ...ids, sealedFor: randomUUID(), patientRefId: 'P-2' };
    const read = (version: 1 | 2) =>
      decryptDocument(earlierObject(version, plain, key, ids), plain.length, key, other);
    expect(read(1).equals(plain)).toBe(true);
    expect(() => read(2)).toThrow(DocumentTampered);
  });
});
