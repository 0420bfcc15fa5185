import { KeyRing, type KeyRingFile, type KeyRingSettings } from '@caredrop/service-kit';
import { newDataKey } from '../files/document-cipher.js';

/** A document's data key as stored in the database. */
export interface WrappedKey {
  keyId: string;
  wrappedKey: Uint8Array<ArrayBuffer>;
}

/** Injection token for the {@link DataKeys}. */
export const DATA_KEYS = Symbol('data keys');

/**
 * Creates and opens data keys. `create`, `unwrap` and `rewrap` are asynchronous, because the keys may be held by a key
 * service; they can then throw {@link KeyServiceUnavailable}.
 */
export interface DataKeys {
  /** The key-encryption key for new documents. */
  readonly currentKeyId: string;
  /** Returns whether keys wrapped under this key can be opened; assumed for every key of a key service. */
  opens(keyId: string): boolean;
  /** Creates a new key for one document, returned both in plaintext and wrapped. */
  create(documentId: string): Promise<{ dataKey: Buffer } & WrappedKey>;
  /** Throws CannotOpen for a key of another document or when the ring lacks the key. */
  unwrap(wrapped: WrappedKey, documentId: string): Promise<Buffer>;
  /** Wraps the same data key under the current key-encryption key. Throws CannotOpen. */
  rewrap(wrapped: WrappedKey, documentId: string): Promise<WrappedKey>;
}

/** The service that holds the key-encryption key does not respond, or responds unexpectedly; worth a retry. */
export class KeyServiceUnavailable extends Error {
  constructor(cause: unknown) {
    super('The key service cannot be used', { cause });
    this.name = 'KeyServiceUnavailable';
  }
}

/**
 * Wraps data keys under key-encryption keys from the configuration (AES-256-GCM, bound to the document's id).
 */
export class ConfiguredDataKeys implements DataKeys {
  private readonly ring: KeyRing;

  constructor(settings: KeyRingSettings | KeyRingFile) {
    this.ring = new KeyRing(settings);
  }

  get currentKeyId(): string {
    return this.ring.currentKeyId;
  }

  opens(keyId: string): boolean {
    return this.ring.key(keyId) !== undefined;
  }

  create(documentId: string): Promise<{ dataKey: Buffer } & WrappedKey> {
    const dataKey = newDataKey();
    return Promise.resolve({ dataKey, ...this.wrap(dataKey, documentId) });
  }

  async unwrap({ keyId, wrappedKey }: WrappedKey, documentId: string): Promise<Buffer> {
    return this.ring.open({ keyId, bytes: wrappedKey }, boundTo(documentId));
  }

  async rewrap(wrapped: WrappedKey, documentId: string): Promise<WrappedKey> {
    return this.wrap(await this.unwrap(wrapped, documentId), documentId);
  }

  private wrap(dataKey: Buffer, documentId: string): WrappedKey {
    const { keyId, bytes } = this.ring.seal(dataKey, boundTo(documentId));
    return { keyId, wrappedKey: bytes };
  }
}

const boundTo = (documentId: string) => `caredrop/data-key/v1:${documentId}`;
