import * as nodeCrypto from 'node:crypto';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { createCipheriv, createDecipheriv, createHash } from './crypto.js';
import { inflateRawSync, inflateSync } from './zlib.js';

const data = Buffer.from('a text that repeats itself, a text that repeats itself '.repeat(1000));

describe('the polyfills of Node modules', () => {
  it.each([
    ['inflateSync', inflateSync, deflateSync],
    ['inflateRawSync', inflateRawSync, deflateRawSync],
  ])('%s unpacks, stops at the limit, and refuses truncated data', (_, unpack, pack) => {
    expect(Buffer.from(unpack(pack(data))).equals(data)).toBe(true);
    expect(() => unpack(pack(data), { maxOutputLength: 1000 })).toThrow(
      expect.objectContaining({ code: 'ERR_BUFFER_TOO_LARGE' }),
    );
    expect(() => unpack(pack(data).subarray(0, 20))).toThrow();
  });

  it.each(['md5', 'sha256', 'sha384', 'sha512'] as const)('%s returns the same hash as Node’s', (name) => {
    const expected = nodeCrypto.createHash(name).update(data).digest('hex');
    expect(createHash(name).update(data).digest().toString('hex')).toBe(expected);
  });

  it.each([16, 32])('AES with a key of %d bytes gives the same result as Node’s', (length) => {
    const [key, iv] = [Buffer.alloc(length, 7), Buffer.alloc(16, 3)];
    const blocks = data.subarray(0, 160);
    const cipher = nodeCrypto.createCipheriv(`aes-${length * 8}-cbc`, key, iv).setAutoPadding(false);
    const expected = cipher.update(blocks);
    const own = createCipheriv('', key, iv).setAutoPadding().update(blocks);
    expect(own.toString('hex')).toBe(expected.toString('hex'));
    expect(createDecipheriv('', key, iv).setAutoPadding().update(own).toString('hex')).toBe(
      blocks.toString('hex'),
    );
  });
});
