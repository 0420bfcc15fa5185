import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { BUFFER_BYTES } from '../files/body-size.js';
import { BufferPool } from './buffer-pool.js';
import { ClamScanner } from './clam-scanner.js';
import { DATA_KEYS } from './data-keys.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.js';
import { openDataKeys } from './open-data-keys.js';
import { isFirstUse, openObjectStore } from './open-object-store.js';
import { PurgeWorker } from './purge-worker.js';
import { RemoveLeftovers } from './remove-leftovers.js';
import { noScanner, SCANNER, type Scanner } from './scanner.js';
import { StorageCapacity } from './storage-capacity.js';

@Module({
  providers: [
    { provide: OBJECT_STORE, inject: [CONFIG, PrismaService], useFactory: openStore },
    { provide: SCANNER, inject: [CONFIG], useFactory: scannerOf },
    { provide: DATA_KEYS, inject: [CONFIG], useFactory: openDataKeys },
    {
      provide: BufferPool,
      inject: [CONFIG],
      useFactory: ({ UPLOADS_IN_FLIGHT }: Config) => new BufferPool(BUFFER_BYTES, UPLOADS_IN_FLIGHT),
    },
    PurgeWorker,
    RemoveLeftovers,
    StorageCapacity,
  ],
  exports: [OBJECT_STORE, SCANNER, DATA_KEYS, BufferPool, PurgeWorker, StorageCapacity],
})
export class StorageModule {}

async function openStore(config: Config, prisma: PrismaService): Promise<ObjectStore> {
  const store = await openObjectStore(config);
  await store.prepare(() => isFirstUse(prisma));
  return store;
}

function scannerOf(config: Config): Scanner {
  if (!config.SCANNER_URL) return noScanner;
  return new ClamScanner(config.SCANNER_URL, {
    connectMs: config.SCAN_CONNECT_MS,
    streamMs: config.SCAN_STREAM_MS,
    responseMs: config.SCAN_TIMEOUT_MS,
  });
}
