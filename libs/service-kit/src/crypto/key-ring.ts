import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

const key = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === 32, 'a key is not 32 bytes of base64');

/** `{"current":"k2","keys":{"k1":"<base64>","k2":"<base64>"}}`: the current key seals, all of them open. */
export const keyRingSchema = z
  .object({ current: z.string().min(1).max(64), keys: z.record(z.string().min(1).max(64), key) })
  .refine((ring) => ring.current in ring.keys, 'the current key is not among the keys');
export type KeyRingSettings = z.infer<typeof keyRingSchema>;

export interface Sealed {
  keyId: string;
  /** 12 bytes nonce, ciphertext, 16 bytes tag. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** Sealed bytes were changed, belong to other data, or their key is no longer in the ring. */
export class CannotOpen extends Error {
  constructor(reason: string) {
    super(`Cannot open sealed data: ${reason}`);
    this.name = 'CannotOpen';
  }
}

const NONCE = 12;
const TAG = 16;

/** AES-256-GCM under named keys. `boundTo` is additional data: what was sealed for one row opens for no other. */
export class KeyRing {
  constructor(private readonly settings: KeyRingSettings) {}

  get currentKeyId(): string {
    return this.settings.current;
  }

  /** The raw key, for keyed hashes such as signed URLs. Undefined when the ring does not hold it. */
  key(keyId: string): Buffer | undefined {
    return Object.hasOwn(this.settings.keys, keyId) ? this.settings.keys[keyId] : undefined;
  }

  seal(plain: Uint8Array, boundTo: string): Sealed {
    const keyId = this.settings.current;
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', this.requireKey(keyId), nonce).setAAD(Buffer.from(boundTo));
    return {
      keyId,
      bytes: Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]),
    };
  }

  /** Throws {@link CannotOpen} rather than return anything that was not sealed for `boundTo`. */
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

  private requireKey(keyId: string): Buffer {
    const found = this.key(keyId);
    if (!found) throw new CannotOpen(`key ${keyId} is not in the ring`);
    return found;
  }
}
