import { cbc } from '@noble/ciphers/aes.js';
import { md5 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { Buffer } from 'buffer/';

const hashes = { md5, sha256, sha384, sha512 };

/**
 * `createHash`, `createCipheriv` and `createDecipheriv` replace Node's functions of the same names as far as the PDF
 * inspector uses them: four hashes, and AES in CBC mode without padding.
 */
export const createHash = (name: keyof typeof hashes) => {
  const hash = hashes[name].create();
  const own = {
    update(data: Uint8Array) {
      hash.update(data);
      return own;
    },
    digest: () => Buffer.from(hash.digest()),
  };
  return own;
};

const withoutPadding = (work: (data: Uint8Array) => Uint8Array) => {
  const own = {
    setAutoPadding: () => own,
    update: (data: Uint8Array) => Buffer.from(work(data)),
  };
  return own;
};

const aes = (key: Uint8Array, iv: Uint8Array) =>
  cbc(Uint8Array.from(key), Uint8Array.from(iv), { disablePadding: true });

export const createCipheriv = (_name: string, key: Uint8Array, iv: Uint8Array) =>
  withoutPadding((data) => aes(key, iv).encrypt(Uint8Array.from(data)));
export const createDecipheriv = (_name: string, key: Uint8Array, iv: Uint8Array) =>
  withoutPadding((data) => aes(key, iv).decrypt(Uint8Array.from(data)));
