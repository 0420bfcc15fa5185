import type { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../config.js';
import { ByteCollector } from './byte-collector.js';
import { ObjectMissing, StorageUnavailable, type ObjectStore } from './object-store.js';

/** Objects in an S3 bucket. A document is one PutObject: nothing half written is ever visible. */
export class S3ObjectStore implements ObjectStore, OnApplicationShutdown {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(private readonly config: Config) {
    this.bucket = config.S3_BUCKET;
    this.client = new S3Client({
      region: config.S3_REGION,
      forcePathStyle: config.S3_FORCE_PATH_STYLE,
      maxAttempts: 3,
      // Our own tag protects the bytes; s3rver stores trailing checksums as if they were content.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: 3_000,
        requestTimeout: config.S3_TIMEOUT_MS,
        throwOnRequestTimeout: true,
        httpAgent: { maxSockets: 64, keepAlive: true },
        httpsAgent: { maxSockets: 64, keepAlive: true },
      },
      ...(config.S3_ENDPOINT ? { endpoint: config.S3_ENDPOINT } : {}),
      ...credentials(config),
    });
  }

  /** Makes the bucket where that is wanted. */
  async prepare(): Promise<void> {
    if (!(this.config.S3_CREATE_BUCKET ?? this.config.NODE_ENV !== 'production')) return;
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      await this.createBucket();
    }
  }

  async put(key: string, object: Buffer): Promise<void> {
    await this.attempt('put', () =>
      this.client.send(
        new PutObjectCommand({
          Bucket: this.bucket,
          Key: key,
          Body: object,
          ContentLength: object.length,
          ContentType: 'application/octet-stream',
        }),
      ),
    );
  }

  async get(key: string, maxBytes: number): Promise<Buffer> {
    return this.attempt('get', async () => {
      const { Body, ContentLength } = await this.client.send(
        new GetObjectCommand({ Bucket: this.bucket, Key: key }),
      );
      return collect(Body as Readable, ContentLength ?? maxBytes, maxBytes);
    });
  }

  async delete(key: string): Promise<void> {
    await this.attempt('delete', () =>
      this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key })),
    );
  }

  onApplicationShutdown(): void {
    this.client.destroy();
  }

  private async attempt<T>(operation: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchKey') throw new ObjectMissing();
      throw new StorageUnavailable(operation, { cause: error });
    }
  }

  /** Several replicas start at once: having been made by another is as good. */
  private async createBucket(): Promise<void> {
    try {
      await this.client.send(new CreateBucketCommand({ Bucket: this.bucket }));
    } catch (error) {
      if (statusOf(error) !== 409) throw error;
    }
  }
}

function credentials({ S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Config) {
  if (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return {};
  return { credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } };
}

/** One more byte than allowed is an object that is not ours: the reader then fails its verification. */
async function collect(body: Readable, expected: number, maxBytes: number): Promise<Buffer> {
  const bytes = new ByteCollector(maxBytes, expected);
  for await (const chunk of body) {
    if (bytes.add(chunk as Buffer)) continue;
    body.destroy();
    break;
  }
  return bytes.bytes();
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
