import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { isCount, isDict, isName, type PdfDict, type PdfName } from './pdf-values.js';

/** Decrypts streams and strings of a protected file. Never fails: a wrong key gives garbage. */
export interface PdfKey {
  /** Decrypts the stream of object `id`. */
  decrypt(stream: Buffer, id: ObjectId): Buffer;
  /** Decrypts a string within object `id`. */
  decryptString(text: Buffer, id: ObjectId): Buffer;
}
export interface ObjectId {
  number: number;
  generation: number;
}

type Cipher = 'none' | 'rc4' | 'aes';

/** The fields of the standard security handler (ISO 32000-2 §7.6.4). */
interface Handler {
  version: number;
  revision: number;
  keyBytes: number;
  owner: Buffer;
  user: Buffer;
  userKey: Buffer;
  permissions: number;
  encryptMetadata: boolean;
  streamCipher: Cipher;
  stringCipher: Cipher;
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** Whether this dictionary describes a file's encryption. */
export const describesEncryption = (dict: PdfDict): boolean =>
  dict.has('/Filter') && dict.has('/O') && dict.has('/U') && dict.has('/P');

/**
 * Returns the key of a file that opens without a password (the empty user password: only permissions are
 * restricted); null when it needs one, uses another security handler or an unknown cipher, or is malformed.
 */
export function openWithoutPassword(encryption: PdfDict, fileId: Buffer): PdfKey | null {
  const handler = readHandler(encryption);
  if (!handler) return null;
  const key = handler.version >= 5 ? modernKey(handler) : olderKey(handler, fileId);
  return (
    key && {
      decrypt: (stream, id) => decrypt(handler, handler.streamCipher, key, stream, id),
      decryptString: (text, id) => decrypt(handler, handler.stringCipher, key, text, id),
    }
  );
}

function readHandler(dict: PdfDict): Handler | null {
  const number = (name: PdfName, otherwise = 0) => {
    const value = dict.get(name);
    return typeof value === 'number' ? value : otherwise;
  };
  const bytes = (name: PdfName) => {
    const value = dict.get(name);
    return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
  };
  const version = number('/V');
  const streamCipher = cipherOf(dict, version, '/StmF');
  const stringCipher = cipherOf(dict, version, '/StrF');
  if (dict.get('/Filter') !== '/Standard' || streamCipher === null || stringCipher === null) return null;
  const length = number('/Length', 40);
  return {
    version,
    revision: number('/R'),
    keyBytes: version === 1 ? 5 : version === 4 ? 16 : (length < 40 ? length * 8 : length) / 8,
    owner: bytes('/O'),
    user: bytes('/U'),
    userKey: bytes('/UE'),
    permissions: number('/P'),
    encryptMetadata: dict.get('/EncryptMetadata') !== false,
    streamCipher,
    stringCipher,
  };
}

/** How streams (`/StmF`) or strings (`/StrF`) are encrypted; null when unknown. */
function cipherOf(dict: PdfDict, version: number, which: '/StmF' | '/StrF'): Cipher | null {
  if (version === 1 || version === 2) return 'rc4';
  if (version !== 4 && version !== 5) return null;
  const name = dict.get(which);
  if (!isName(name) || name === '/Identity') return 'none';
  const filters = dict.get('/CF');
  const filter = isDict(filters) ? filters.get(name) : null;
  const method = isDict(filter) ? filter.get('/CFM') : null;
  if (method === '/AESV2' || method === '/AESV3') return 'aes';
  if (method === '/V2') return 'rc4';
  return method === '/None' ? 'none' : null;
}

/** Computes the key for revisions 2 to 4 (§7.6.4.3.2); null when the empty password or a field is wrong. */
function olderKey(handler: Handler, fileId: Buffer): Buffer | null {
  const { revision, keyBytes, owner, user, permissions, encryptMetadata } = handler;
  if (!isCount(keyBytes) || keyBytes < 5 || keyBytes > 16 || owner.length < 32 || user.length < 16)
    return null;
  const rights = Buffer.alloc(4);
  rights.writeInt32LE(permissions | 0);
  const rest = revision >= 4 && !encryptMetadata ? [Buffer.alloc(4, 0xff)] : [];
  let key = md5(PADDING, owner.subarray(0, 32), rights, fileId, ...rest);
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = md5(key.subarray(0, keyBytes));
  key = key.subarray(0, keyBytes);
  return revision === 2
    ? same(rc4(key, PADDING), user, 32) && key
    : same(roundsOfRc4(key, md5(PADDING, fileId)), user, 16) && key;
}

function roundsOfRc4(key: Buffer, data: Buffer): Buffer {
  let out = data;
  for (let round = 0; round < 20; round += 1) out = rc4(Buffer.from(key.map((byte) => byte ^ round)), out);
  return out;
}

/** Computes the key for revisions 5 and 6 (§7.6.4.3.3), which use AES-256. */
function modernKey({ revision, user, userKey }: Handler): Buffer | null {
  if (user.length < 48 || userKey.length < 32) return null;
  const hash = revision >= 6 ? hardenedHash : (salt: Buffer) => sha('sha256', salt);
  if (!same(hash(user.subarray(32, 40)), user, 32)) return null;
  return withoutPadding(hash(user.subarray(40, 48)), Buffer.alloc(16), userKey.subarray(0, 32));
}

/** Computes algorithm 2.B for an empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let key = sha('sha256', salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const block = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    const out = cipher.setAutoPadding(false).update(block);
    const sum = out.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    key = sha((['sha256', 'sha384', 'sha512'] as const)[sum % 3] ?? 'sha256', out);
    last = out[out.length - 1] ?? 0;
  }
  return key.subarray(0, 32);
}

function decrypt(
  { version }: Handler,
  cipher: Cipher,
  fileKey: Buffer,
  stream: Buffer,
  id: ObjectId,
): Buffer {
  if (cipher === 'none') return stream;
  const key = version >= 5 ? fileKey : objectKey(fileKey, id, cipher);
  if (cipher === 'rc4') return rc4(key, stream);
  const whole = stream.length - (stream.length % 16);
  return whole < 32
    ? Buffer.alloc(0)
    : withoutPadding(key, stream.subarray(0, 16), stream.subarray(16, whole));
}

function objectKey(fileKey: Buffer, { number, generation }: ObjectId, cipher: Cipher): Buffer {
  const id = Buffer.alloc(5);
  id.writeUIntLE(number % 0x1000000, 0, 3);
  id.writeUIntLE(generation % 0x10000, 3, 2);
  const salt = cipher === 'aes' ? [Buffer.from('sAlT')] : [];
  return md5(fileKey, id, ...salt).subarray(0, Math.min(fileKey.length + 5, 16));
}

function withoutPadding(key: Buffer, iv: Buffer, data: Buffer): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv);
  return decipher.setAutoPadding(false).update(data);
}

/** OpenSSL 3 disables RC4 by default; old files still use it. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_value, index) => index);
  const at = (index: number) => state[index & 0xff] as number;
  const swap = (one: number, other: number) => ([state[one], state[other]] = [at(other), at(one)]);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] as number)) & 0xff;
    swap(i, j);
  }
  const out = Buffer.alloc(data.length);
  for (let n = 0, i = 0, j = 0; n < data.length; n += 1) {
    i = (i + 1) & 0xff;
    j = (j + at(i)) & 0xff;
    swap(i, j);
    out[n] = (data[n] as number) ^ at(at(i) + at(j));
  }
  return out;
}

const sha = (name: 'sha256' | 'sha384' | 'sha512', data: Buffer) => createHash(name).update(data).digest();
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();
const same = (one: Buffer, other: Buffer, bytes: number): true | null =>
  one.subarray(0, bytes).equals(other.subarray(0, bytes)) || null;
