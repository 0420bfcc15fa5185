import { KeyRing, type KeyRingSettings } from '@caredrop/service-kit';
import { newDataKey } from '../files/document-cipher.js';

/** A document's data key as the database keeps it. */
export interface WrappedKey {
  keyId: string;
  wrappedKey: Uint8Array<ArrayBuffer>;
}

/** Injection token of the {@link DataKeys}. */
export const DATA_KEYS = Symbol('data keys');

/** Makes and opens data keys; asynchronous, because a key service may stand behind it. */
export interface DataKeys {
  /** A new key for one document, in clear and wrapped. */
  create(documentId: string): Promise<{ dataKey: Buffer } & WrappedKey>;
  /** Throws CannotOpen for a key of another document or of a ring that has lost its key. */
  unwrap(wrapped: WrappedKey, documentId: string): Promise<Buffer>;
}

/** Wraps data keys under key-encryption keys from the configuration (AES-256-GCM, bound to the document's id). */
export class ConfiguredDataKeys implements DataKeys {
  private readonly ring: KeyRing;

  constructor(settings: KeyRingSettings) {
    this.ring = new KeyRing(settings);
  }

  create(documentId: string): Promise<{ dataKey: Buffer } & WrappedKey> {
    const dataKey = newDataKey();
    const { keyId, bytes } = this.ring.seal(dataKey, boundTo(documentId));
    return Promise.resolve({ dataKey, keyId, wrappedKey: bytes });
  }

  async unwrap({ keyId, wrappedKey }: WrappedKey, documentId: string): Promise<Buffer> {
    return this.ring.open({ keyId, bytes: wrappedKey }, boundTo(documentId));
  }
}

const boundTo = (documentId: string) => `caredrop/data-key/v1:${documentId}`;
