import {
  DecryptCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
  NotFoundException,
  ReEncryptCommand,
} from '@aws-sdk/client-kms';
import { CannotOpen } from '@caredrop/service-kit';
import type { Config } from '../config.js';
import { KeyServiceUnavailable, type DataKeys, type WrappedKey } from './data-keys.js';

/** Prefix of the id of a KMS key in `documents.key_id`: distinguishes it from the id of a key in our ring. */
const PREFIX = 'kms:';

type KmsSettings = Pick<Config, 'KMS_REGION' | 'KMS_ENDPOINT'>;

/**
 * Wraps data keys with AWS KMS: the key-encryption key never leaves KMS, and KMS logs each use. The
 * document's id is the encryption context, so that a wrapped key cannot be opened for another document. Keys
 * wrapped by the key ring in the configuration are still opened with that ring; `keys rewrap` moves them to
 * KMS.
 */
export class KmsDataKeys implements DataKeys {
  private readonly client: KMSClient;

  constructor(
    settings: KmsSettings,
    private readonly kmsKeyId: string,
    private readonly before: DataKeys,
  ) {
    this.client = new KMSClient({
      region: settings.KMS_REGION,
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
      ...(settings.KMS_ENDPOINT ? { endpoint: settings.KMS_ENDPOINT } : {}),
    });
  }

  get currentKeyId(): string {
    return PREFIX + this.kmsKeyId;
  }

  opens(keyId: string): boolean {
    return keyId.startsWith(PREFIX) || this.before.opens(keyId);
  }

  async create(documentId: string): Promise<{ dataKey: Buffer } & WrappedKey> {
    const { Plaintext, CiphertextBlob } = await ask(() =>
      this.client.send(
        new GenerateDataKeyCommand({
          KeyId: this.kmsKeyId,
          KeySpec: 'AES_256',
          EncryptionContext: boundTo(documentId),
        }),
      ),
    );
    return { dataKey: Buffer.from(bytesOf(Plaintext)), ...this.wrapped(CiphertextBlob) };
  }

  async unwrap(wrapped: WrappedKey, documentId: string): Promise<Buffer> {
    const source = kmsKeyOf(wrapped);
    if (source === null) return this.before.unwrap(wrapped, documentId);
    const { Plaintext } = await open(() =>
      this.client.send(
        new DecryptCommand({
          KeyId: source,
          CiphertextBlob: wrapped.wrappedKey,
          EncryptionContext: boundTo(documentId),
        }),
      ),
    );
    return Buffer.from(bytesOf(Plaintext));
  }

  /**
   * When moving between two KMS keys, the data key is in plaintext outside KMS only after a failure, when it is opened
   * to find the cause.
   */
  async rewrap(wrapped: WrappedKey, documentId: string): Promise<WrappedKey> {
    const context = boundTo(documentId);
    const source = kmsKeyOf(wrapped);
    if (source === null) return this.wrapAnew(await this.before.unwrap(wrapped, documentId), context);
    const reEncrypt = new ReEncryptCommand({
      CiphertextBlob: wrapped.wrappedKey,
      SourceKeyId: source,
      SourceEncryptionContext: context,
      DestinationKeyId: this.kmsKeyId,
      DestinationEncryptionContext: context,
    });
    const { CiphertextBlob } = await ask(() => this.client.send(reEncrypt)).catch(async (error: unknown) => {
      // The error does not say whether it is about the old key or the current one; opening with the old key does.
      await this.unwrap(wrapped, documentId);
      throw error;
    });
    return this.wrapped(CiphertextBlob);
  }

  private async wrapAnew(dataKey: Buffer, context: Record<string, string>): Promise<WrappedKey> {
    const { CiphertextBlob } = await ask(() =>
      this.client.send(
        new EncryptCommand({ KeyId: this.kmsKeyId, Plaintext: dataKey, EncryptionContext: context }),
      ),
    );
    return this.wrapped(CiphertextBlob);
  }

  private wrapped(blob: Uint8Array | undefined): WrappedKey {
    return { keyId: this.currentKeyId, wrappedKey: new Uint8Array(bytesOf(blob)) };
  }
}

const boundTo = (documentId: string) => ({ purpose: 'caredrop/data-key/v1', document: documentId });

const kmsKeyOf = ({ keyId }: WrappedKey): string | null =>
  keyId.startsWith(PREFIX) ? keyId.slice(PREFIX.length) : null;

function bytesOf(value: Uint8Array | undefined): Uint8Array {
  if (!value) throw new KeyServiceUnavailable(new Error('the response contains no key'));
  return value;
}

/** Calls KMS. Every error counts as KMS being unavailable, rejecting us or lacking our current key: worth a retry. */
async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new KeyServiceUnavailable(error);
  }
}

/** Like {@link ask}, but for opening a data key: throws CannotOpen for a wrong ciphertext or a wrong or missing key. */
async function open<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (cannotOpen(error)) throw new CannotOpen(error.name);
    throw new KeyServiceUnavailable(error);
  }
}

const cannotOpen = (error: unknown): error is Error =>
  error instanceof InvalidCiphertextException ||
  error instanceof IncorrectKeyException ||
  error instanceof NotFoundException;
