import { mkdir } from 'node:fs/promises';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { freePort } from '../../process/free-port.js';
import { keepFolders } from './keep-folders.js';
import { newEmulator } from './new-emulator.js';
import { verifyChecksums } from './verify-checksums.js';
import { waitForWrites } from './wait-for-writes.js';

export interface ObjectStoreOptions {
  dataDir: string;
  port?: number;
  /** Buckets to create at the start. */
  buckets?: string[];
}

/** Settings for an S3 client. */
export interface S3Access {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface ObjectStore extends S3Access {
  url: string;
  port: number;
  stop(): Promise<void>;
}

/** The only key pair that s3rver knows; it also accepts unsigned requests, so it listens on 127.0.0.1 only. */
const KEY = 'S3RVER';

/** An S3 server on 127.0.0.1 that stores objects as files in `dataDir`. */
export async function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  const port = options.port ?? (await freePort());
  await mkdir(options.dataDir, { recursive: true });
  const store = newEmulator(options.dataDir, { ...options, port });
  // The logger of s3rver reports existing buckets even when silent.
  (store as unknown as { logger: { silent: boolean } }).logger.silent = true;
  verifyChecksums(store);
  waitForWrites(store);
  keepFolders(store);
  await store.run();
  const url = `http://127.0.0.1:${String(port)}`;
  return {
    url,
    endpoint: url,
    port,
    region: 'us-east-1',
    accessKeyId: KEY,
    secretAccessKey: KEY,
    stop: () => close(store.httpServer),
  };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
