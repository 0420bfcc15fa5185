import {
  createCipheriv,
  createHmac,
  createDecipheriv,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { KeyRingFile } from './key-ring-file.js';
import type { KeyRingSettings } from './key-ring-settings.js';

export interface Sealed {
  keyId: string;
  /** Nonce (12 bytes), ciphertext, tag (16 bytes). */
  bytes: Uint8Array<ArrayBuffer>;
}

/** Sealed bytes were changed or belong to other data, or their key is no longer in the ring. */
export class CannotOpen extends Error {
  constructor(reason: string) {
    super(`Cannot open sealed data: ${reason}`);
    this.name = 'CannotOpen';
  }
}

const NONCE = 12;
const TAG = 16;

/**
 * AES-256-GCM with named keys. `boundTo` is additional authenticated data: a value sealed for one row cannot
 * be opened for another. A ring in a file follows the file's changes (docs/key-rotation.md).
 */
export class KeyRing {
  constructor(private readonly settings: KeyRingSettings | KeyRingFile) {}

  get currentKeyId(): string {
    return this.ring.current;
  }

  /** Ids of all keys, in the ring's order. */
  get keyIds(): string[] {
    return Object.keys(this.ring.keys);
  }

  /** The key for keyed hashes such as signed URLs. Undefined when the ring lacks it. */
  secret(keyId: string): KeyObject | undefined {
    const key = this.key(keyId);
    return key && asObject(key);
  }

  /** The raw key. Undefined when the ring lacks it. */
  key(keyId: string): Buffer | undefined {
    const known = ownKey(this.ring, keyId);
    // Another process may already seal with a key that was just added to the file.
    return known || !(this.settings instanceof KeyRingFile)
      ? known
      : ownKey(this.settings.readAgain(), keyId);
  }

  /**
   * A fingerprint that distinguishes two keys with the same id without revealing either. Undefined for an
   * unknown key.
   */
  fingerprint(keyId: string): string | undefined {
    const key = this.key(keyId);
    return key && createHmac('sha256', key).update('caredrop/key-fingerprint/v1').digest('hex').slice(0, 16);
  }

  seal(plain: Uint8Array, boundTo: string): Sealed {
    const keyId = this.ring.current;
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', this.requireKey(keyId), nonce).setAAD(Buffer.from(boundTo));
    return {
      keyId,
      bytes: Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]),
    };
  }

  /** Throws {@link CannotOpen} rather than return a value that was not sealed for `boundTo`. */
  open(sealed: Sealed, boundTo: string): Buffer {
    const bytes = Buffer.from(sealed.bytes);
    if (bytes.length < NONCE + TAG) throw new CannotOpen('too short');
    const decipher = createDecipheriv('aes-256-gcm', this.requireKey(sealed.keyId), bytes.subarray(0, NONCE));
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(-TAG));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
    } catch {
      throw new CannotOpen('it was changed or belongs elsewhere');
    }
  }

  private get ring(): KeyRingSettings {
    return this.settings instanceof KeyRingFile ? this.settings.latest() : this.settings;
  }

  private requireKey(keyId: string): KeyObject {
    const found = this.secret(keyId);
    if (!found) throw new CannotOpen(`key ${keyId} is not in the key ring`);
    return found;
  }
}

/**
 * Prepared keys. For a list, one value per row is opened or signed, and OpenSSL uses a prepared key several times
 * faster than raw bytes.
 */
const objects = new WeakMap<Buffer, KeyObject>();

function asObject(bytes: Buffer): KeyObject {
  const object = objects.get(bytes) ?? createSecretKey(bytes);
  objects.set(bytes, object);
  return object;
}

const ownKey = (ring: KeyRingSettings, keyId: string): Buffer | undefined =>
  Object.hasOwn(ring.keys, keyId) ? ring.keys[keyId] : undefined;
