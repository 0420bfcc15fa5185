import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { BUFFER_BYTES } from '../files/body-size.js';
import { BufferPool } from './buffer-pool.js';
import { ClamScanner } from './clam-scanner.js';
import { DATA_KEYS } from './data-keys.js';
import { OBJECT_STORE } from './object-store.js';
import { openDataKeys } from './open-data-keys.js';
import { PurgeWorker } from './purge-worker.js';
import { S3ObjectStore } from './s3-object-store.js';
import { noScanner, SCANNER, type Scanner } from './scanner.js';
import { StorageCapacity } from './storage-capacity.js';

@Module({
  providers: [
    { provide: OBJECT_STORE, inject: [CONFIG], useFactory: openStore },
    { provide: SCANNER, inject: [CONFIG], useFactory: scannerOf },
    { provide: DATA_KEYS, inject: [CONFIG], useFactory: openDataKeys },
    {
      provide: BufferPool,
      inject: [CONFIG],
      useFactory: ({ UPLOADS_IN_FLIGHT }: Config) => new BufferPool(BUFFER_BYTES, UPLOADS_IN_FLIGHT),
    },
    PurgeWorker,
    StorageCapacity,
  ],
  exports: [OBJECT_STORE, SCANNER, DATA_KEYS, BufferPool, PurgeWorker, StorageCapacity],
})
export class StorageModule {}

async function openStore(config: Config): Promise<S3ObjectStore> {
  const store = new S3ObjectStore(config);
  await store.prepare();
  return store;
}

function scannerOf(config: Config): Scanner {
  if (!config.SCANNER_URL) return noScanner;
  return new ClamScanner(config.SCANNER_URL, {
    connectMs: config.SCAN_CONNECT_MS,
    streamMs: config.SCAN_STREAM_MS,
    answerMs: config.SCAN_TIMEOUT_MS,
  });
}
