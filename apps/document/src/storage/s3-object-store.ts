import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { CannotStart, inSpan } from '@caredrop/service-kit';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../config.js';
import { ByteCollector } from './byte-collector.js';
import {
  ObjectMissing,
  StorageFull,
  StorageUnavailable,
  type ListedObject,
  type ObjectRange,
  type ObjectStore,
} from './object-store.js';
import { storeProblem } from './store-problem.js';

const START_CHECK_KEY = 'start-check';
const connections = { keepAlive: true, maxSockets: 64 };

/** Objects in an S3 bucket. A document is one PutObject, so a half-written one is never visible. */
export class S3ObjectStore implements ObjectStore, OnApplicationShutdown {
  private readonly client: S3Client;
  private readonly bucket: string;
  /** Whether the body is left out of the signature because it is protected in another way. */
  private bodyIsSafe: boolean;

  constructor(private readonly config: Config) {
    this.bucket = config.S3_BUCKET ?? ''; // required by the configuration for S3
    this.bodyIsSafe = isEncrypted(config.S3_ENDPOINT);
    this.client = new S3Client({
      region: config.S3_REGION,
      forcePathStyle: config.S3_FORCE_PATH_STYLE,
      maxAttempts: 3,
      // Our own tag protects the bytes; the emulator s3rver stores trailing checksums as part of the content.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // Objects are small: asking before sending costs a round trip and, with this client, a new connection.
      expectContinueHeader: false,
      requestHandler: {
        connectionTimeout: 3_000,
        requestTimeout: config.S3_TIMEOUT_MS,
        throwOnRequestTimeout: true,
        httpAgent: new Agent(connections),
        httpsAgent: new TlsAgent(connections),
      },
      ...(config.S3_ENDPOINT ? { endpoint: config.S3_ENDPOINT } : {}),
      ...credentials(config),
    });
    leaveBodyUnsigned(this.client, () => this.bodyIsSafe);
  }

  /**
   * Throws {@link CannotStart} when {@link storeProblem} finds a reason. Creates a missing bucket if S3_CREATE_BUCKET
   * is true, and by default outside production; it then also throws when the store is unavailable.
   */
  async prepare(): Promise<void> {
    await this.assertLetIn();
    if (this.config.S3_CREATE_BUCKET ?? this.config.NODE_ENV !== 'production') await this.ensureBucket();
    this.bodyIsSafe ||= await this.verifiesChecksums();
  }

  /** Only a folder can be mistaken for an empty store. */
  isNew(): Promise<boolean> {
    return Promise.resolve(false);
  }

  private async ensureBucket(): Promise<void> {
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      await this.createBucket();
    }
  }

  async put(key: string, object: Buffer): Promise<void> {
    await this.attempt('put', () => this.send(key, object, base64Crc32(object)));
  }

  async get(key: string, part: number | ObjectRange): Promise<Buffer> {
    const object = { Bucket: this.bucket, Key: key };
    return this.attempt('get', async () => {
      if (typeof part !== 'number') return this.getRange(object, part);
      const { Body, ContentLength = part } = await this.client.send(new GetObjectCommand(object));
      return collect(Body as Readable, ContentLength, part);
    });
  }

  private async getRange(object: { Bucket: string; Key: string }, range: ObjectRange): Promise<Buffer> {
    const { offset, length } = range;
    const Range = `bytes=${String(offset)}-${String(offset + length - 1)}`;
    try {
      const response = await this.client.send(new GetObjectCommand({ ...object, Range }));
      const body = response.Body as Readable;
      if (response.ContentRange?.startsWith(`bytes ${String(offset)}-`))
        return await collect(body, length, length);
      body.destroy();
      throw new Error('the store ignored the requested range');
    } catch (error) {
      if (statusOf(error) === 416) return Buffer.alloc(0);
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.attempt('delete', () =>
      this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key })),
    );
  }

  async exists(key: string): Promise<boolean> {
    return this.attempt('head', async () => {
      try {
        await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
        return true;
      } catch (error) {
        if (statusOf(error) === 404) return false;
        throw error;
      }
    });
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    for await (const { Contents = [] } of this.pages({ Prefix: prefix }))
      for (const { Key = '', Size = 0, LastModified = new Date() } of Contents)
        yield { key: Key, bytes: Size, storedAt: LastModified };
  }

  /** An unavailable bucket does not make the service unready: lists and deletions need only the database. */
  assertReady(): Promise<void> {
    return Promise.resolve();
  }

  /** S3 keeps nothing of a PutObject that did not finish. */
  removeLeftovers(): Promise<number> {
    return Promise.resolve(0);
  }

  async *folders(parent: string): AsyncIterable<string> {
    for await (const { CommonPrefixes = [] } of this.pages({ Prefix: parent, Delimiter: '/' }))
      for (const { Prefix = '' } of CommonPrefixes) yield Prefix;
  }

  onApplicationShutdown(): void {
    this.client.destroy();
  }

  private async *pages(which: Pick<ListObjectsV2CommandInput, 'Prefix' | 'Delimiter'>) {
    let from: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await this.attempt('list', () =>
        this.client.send(
          new ListObjectsV2Command({ ...which, Bucket: this.bucket, ContinuationToken: from }),
        ),
      );
      yield page;
      from = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (from !== undefined);
  }

  private async attempt<T>(operation: string, work: () => Promise<T>): Promise<T> {
    try {
      return await inSpan(`S3 ${operation}`, { kind: 'client' }, work);
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchKey') throw new ObjectMissing();
      if (operation === 'put' && saysFull(error)) throw new StorageFull({ cause: error });
      throw new StorageUnavailable(operation, { cause: error });
    }
  }

  /** GETs a missing key, which shows whether the store accepts our credentials; see {@link storeProblem}. */
  private async assertLetIn(): Promise<void> {
    try {
      await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: START_CHECK_KEY }));
    } catch (error) {
      const problem = storeProblem(error);
      if (problem) throw new CannotStart(problem);
    }
  }

  private async send(key: string, object: Buffer, sum: string): Promise<void> {
    const what = { Bucket: this.bucket, Key: key, Body: object, ContentLength: object.length };
    const type = 'application/octet-stream';
    await this.client.send(new PutObjectCommand({ ...what, ContentType: type, ChecksumCRC32: sum }));
  }

  /**
   * Probed at start: some stores accept a CRC-32 without verifying it. If the probe fails (for example with
   * write-only credentials), assume it is not verified.
   */
  private async verifiesChecksums(): Promise<boolean> {
    const [probe, other] = [Buffer.from('start check'), Buffer.from('something else')];
    const takes = async (sum: string): Promise<boolean> => {
      try {
        await this.send(START_CHECK_KEY, probe, sum);
        return true;
      } catch (error) {
        if (statusOf(error) === 400) return false;
        throw error;
      }
    };
    try {
      const compares = (await takes(base64Crc32(probe))) && !(await takes(base64Crc32(other)));
      await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: START_CHECK_KEY }));
      return compares;
    } catch {
      // Bodies stay part of the signature, the safe choice.
      return false;
    }
  }

  /** Several replicas may start at once, so another may have created it already. */
  private async createBucket(): Promise<void> {
    try {
      await this.client.send(new CreateBucketCommand({ Bucket: this.bucket }));
    } catch (error) {
      if (statusOf(error) !== 409) throw error;
    }
  }
}

/** Without an endpoint, AWS's own is used, which is HTTPS. */
const isEncrypted = (endpoint: string | undefined) => endpoint === undefined || /^https:/i.test(endpoint);

/**
 * A body protected by TLS, or whose CRC-32 the store verifies, need not be in the signature: its SHA-256
 * would take as long as everything else that is done to an upload (docs/adr/0005). The CRC is always sent.
 */
function leaveBodyUnsigned(client: S3Client, when: () => boolean): void {
  client.middlewareStack.add(
    (next) => (call) => {
      const { method, headers } = call.request as { method: string; headers: Record<string, string> };
      if (method === 'PUT' && when()) headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      return next(call);
    },
    { step: 'build', name: 'leaveBodyUnsigned' },
  );
}

/** In S3's format: four bytes, big-endian. */
function base64Crc32(bytes: Buffer): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum.toString('base64');
}

function credentials({ S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Config) {
  if (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return {};
  return { credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } };
}

/** Leaves out the chunk that would exceed the limit, and all after it: a longer object is not ours. */
async function collect(body: Readable, expected: number, maxBytes: number): Promise<Buffer> {
  const bytes = new ByteCollector(maxBytes, expected);
  for await (const chunk of body) {
    if (bytes.add(chunk as Buffer)) continue;
    body.destroy();
    break;
  }
  return bytes.bytes();
}

/** Out-of-space errors of S3-compatible stores (MinIO, Ceph, HTTP 507). */
const FULL =
  /^(XMinioStorageFull|XMinioAdminBucketQuotaExceeded|QuotaExceeded\w*|Insufficient(Storage|Capacity)\w*)$/;

const saysFull = (error: unknown): boolean =>
  statusOf(error) === 507 || (error instanceof Error && FULL.test(error.name));

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
