import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backing } from '@caredrop/testing';
import type { Config } from '../../src/config.js';
import { FileObjectStore } from '../../src/storage/file-object-store.js';
import type { ObjectStore } from '../../src/storage/object-store.js';
import { S3ObjectStore } from '../../src/storage/s3-object-store.js';

/** An empty store for one test. */
export interface TestStore {
  store: ObjectStore;
  close(): Promise<void> | void;
}

/** Every kind of object store, for tests of the behaviour that all of them share. */
export const testStores: { name: string; open: () => Promise<TestStore> }[] = [
  { name: 'a bucket', open: openBucket },
  { name: 'a folder', open: openFolder },
];

const empty = () => Promise.resolve(true);

async function openBucket(): Promise<TestStore> {
  const { s3 } = backing();
  const store = new S3ObjectStore({
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    S3_FORCE_PATH_STYLE: true,
    S3_BUCKET: `test-${randomUUID()}`,
    S3_TIMEOUT_MS: 30_000,
  } as Config);
  await store.prepare();
  return { store, close: () => store.onApplicationShutdown() };
}

async function openFolder(): Promise<TestStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'file-store-'));
  const store = new FileObjectStore(folder);
  await store.prepare(empty);
  return { store, close: () => rm(folder, { recursive: true }) };
}
