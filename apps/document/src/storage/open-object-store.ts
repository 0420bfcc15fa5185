import { storeFolderOf, type Config } from '../config.js';
import type { PrismaService } from '../database/prisma.service.js';
import type { ObjectStore } from './object-store.js';

/** Opens the store that STORE_URL names, without contacting it. S3's client is loaded only if it is used. */
export async function openObjectStore(config: Config): Promise<ObjectStore> {
  const folder = storeFolderOf(config);
  if (folder !== undefined) {
    const { FileObjectStore } = await import('./file-object-store.js');
    return new FileObjectStore(folder);
  }
  const { S3ObjectStore } = await import('./s3-object-store.js');
  return new S3ObjectStore(config);
}

/** Whether the store may be empty because it is new: no upload has succeeded, and no object is queued for deletion. */
export async function isFirstUse(prisma: Pick<PrismaService, '$queryRaw'>): Promise<boolean> {
  const [row] = await prisma.$queryRaw<{ unused: boolean }[]>`
    SELECT NOT EXISTS (SELECT 1 FROM ledger) AND NOT EXISTS (SELECT 1 FROM documents)
      AND NOT EXISTS (SELECT 1 FROM purges) AS unused`;
  return row?.unused === true;
}
