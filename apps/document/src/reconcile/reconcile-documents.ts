import type { Config } from '../config.js';
import type { PrismaService } from '../database/prisma.service.js';
import type { DataKeys } from '../storage/data-keys.js';
import type { ListedObject, ObjectStore } from '../storage/object-store.js';
import { requestPurge } from '../storage/purges.js';
import { isStorageFolder, isStorageKey, STORAGE_ROOT } from '../storage/storage-key.js';
import { compareFolder, type KnownDocument } from './compare-folder.js';
import { emptyReport, type DocumentReport } from './reconcile-report.js';
import { verifyDocuments } from './verify-documents.js';

export interface ReconcileOptions {
  /** Reports without changing anything. */
  dryRun: boolean;
  /** Also reads, decrypts and compares every document that is not lost. */
  verify: boolean;
}

/** The dependencies of a reconciliation. */
export interface DocumentParts {
  prisma: PrismaService;
  store: ObjectStore;
  keys: DataKeys;
  config: Pick<Config, 'ORPHAN_MIN_AGE_MS'>;
}

/**
 * Compares documents, ledger, purges and the object store after a restore, and repairs what it can
 * (docs/backup.md). May run while the service does, and repeatedly: a second run finds nothing left to repair,
 * except orphans that were too recent for the first. An unavailable store is an error and never counts as a finding.
 */
export async function reconcileDocuments(
  parts: DocumentParts,
  options: ReconcileOptions,
): Promise<DocumentReport> {
  const report = emptyReport();
  await checkDatabase(parts, options, report);
  for (const prefix of await foldersInUse(parts)) await checkFolder(parts, options, report, prefix);
  if (options.verify) await verifyDocuments(parts, report);
  return report;
}

/**
 * Prefixes referenced by a row or present in the bucket. Prefixes created during the run only hold new
 * uploads.
 */
async function foldersInUse({ prisma, store }: DocumentParts): Promise<string[]> {
  const named = await prisma.$queryRaw<{ folder: string }[]>`
    SELECT DISTINCT regexp_replace(storage_key, '[^/]*$', '') AS folder FROM documents WHERE storage_key IS NOT NULL`;
  const folders = new Set(named.map(({ folder }) => folder));
  for await (const folder of store.folders(STORAGE_ROOT)) folders.add(folder);
  return [...folders].filter(isStorageFolder);
}

async function checkFolder(
  { prisma, store, config }: DocumentParts,
  { dryRun }: ReconcileOptions,
  report: DocumentReport,
  prefix: string,
): Promise<void> {
  // Rows are read first: an object is stored before its row, so the object of every row read here is in the
  // list that follows.
  const documents = await documentsIn(prisma, prefix);
  const objects = await listed(store, prefix);
  const { missing, back, unknown } = compareFolder(documents, objects);
  report.documents += documents.length;
  report.objects += objects.length;
  for (const document of missing) {
    if (await store.exists(document.storageKey)) continue;
    if (document.state === 'lost') report.stillLost.push(document.id);
    else if (dryRun ? await isThere(prisma, document) : await markLost(prisma, document))
      report.lost.push(document.id);
  }
  for (const document of back) {
    if (!dryRun) await markBack(prisma, document);
    report.back.push(document.id);
  }
  const orphans = await stillStored(store, await orphansAmong(prisma, unknown));
  await handleOrphans(prisma, orphans, { dryRun, config, report });
}

function documentsIn(prisma: PrismaService, prefix: string): Promise<KnownDocument[]> {
  return prisma.$queryRawUnsafe<KnownDocument[]>(
    `SELECT id, storage_key AS "storageKey", state FROM documents WHERE storage_key LIKE $1`,
    `${prefix}%`,
  );
}

async function listed(store: ObjectStore, prefix: string): Promise<ListedObject[]> {
  const objects: ListedObject[] = [];
  for await (const object of store.list(prefix)) if (isStorageKey(object.key)) objects.push(object);
  return objects;
}

/**
 * Whether the document still exists. If it was deleted in the meantime, its object was deleted with it and is
 * not lost.
 */
async function isThere(prisma: PrismaService, { id, storageKey }: KnownDocument): Promise<boolean> {
  return (await prisma.document.count({ where: { id, storageKey } })) > 0;
}

/**
 * Row, name and key are kept, because the object may exist in another backup. Returns false when the document
 * was deleted or rejected in the meantime.
 */
async function markLost(prisma: PrismaService, { id, storageKey }: KnownDocument): Promise<boolean> {
  const rows = await prisma.$executeRawUnsafe(
    `UPDATE documents SET state = 'lost', version = version + 1
     WHERE id = $1::uuid AND storage_key = $2 AND state IN ('checking', 'ready')`,
    id,
    storageKey,
  );
  return rows > 0;
}

/** A document that was waiting for a scan waits for it again. */
async function markBack(prisma: PrismaService, { id }: KnownDocument): Promise<void> {
  await prisma.$executeRawUnsafe(
    `UPDATE documents SET state = CASE WHEN next_scan_at IS NULL THEN 'ready' ELSE 'checking' END,
       version = version + 1 WHERE id = $1::uuid AND state = 'lost'`,
    id,
  );
}

/**
 * Returns the objects that no document, purge or open attempt references. An attempt is written before its
 * object is stored, and a purge together with the deletion, so all of them are known by the time the list is
 * complete.
 */
async function orphansAmong(prisma: PrismaService, objects: ListedObject[]): Promise<ListedObject[]> {
  if (objects.length === 0) return [];
  const known = await prisma.$queryRawUnsafe<{ key: string }[]>(
    `SELECT storage_key AS key FROM documents WHERE storage_key = ANY($1::text[])
     UNION SELECT storage_key FROM purges WHERE storage_key = ANY($1::text[])
     UNION SELECT storage_key FROM attempts WHERE storage_key = ANY($1::text[]) AND state = 'open'`,
    objects.map(({ key }) => key),
  );
  const keys = new Set(known.map(({ key }) => key));
  return objects.filter(({ key }) => !keys.has(key));
}

/** Leaves out the objects of documents that were deleted and purged after the list was made. */
async function stillStored(store: ObjectStore, objects: ListedObject[]): Promise<ListedObject[]> {
  const stored: ListedObject[] = [];
  for (const object of objects) if (await store.exists(object.key)) stored.push(object);
  return stored;
}

async function handleOrphans(
  prisma: PrismaService,
  orphans: ListedObject[],
  given: { dryRun: boolean; config: DocumentParts['config']; report: DocumentReport },
): Promise<void> {
  const before = Date.now() - given.config.ORPHAN_MIN_AGE_MS;
  const old = orphans.filter(({ storedAt }) => storedAt.getTime() <= before).map(({ key }) => key);
  given.report.orphans += old.length;
  given.report.youngOrphans += orphans.length - old.length;
  if (!given.dryRun && old.length > 0) await requestPurge(prisma, old);
}

/** Findings that need only the database. */
async function checkDatabase(
  { prisma, keys }: DocumentParts,
  { dryRun }: ReconcileOptions,
  report: DocumentReport,
): Promise<void> {
  const live = `storage_key IN (SELECT storage_key FROM documents WHERE storage_key IS NOT NULL)`;
  report.purgesCalledOff = dryRun
    ? await countOf(prisma, `SELECT count(*) AS count FROM purges WHERE ${live}`)
    : await prisma.$executeRawUnsafe(`DELETE FROM purges WHERE ${live}`);
  const strays = await prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM documents d WHERE NOT EXISTS (SELECT 1 FROM ledger l WHERE l.document_id = d.id)`;
  report.withoutLedger = strays.map(({ id }) => id);
  const used = await prisma.$queryRaw<{ keyId: string; count: bigint }[]>`
    SELECT key_id AS "keyId", count(*) AS count FROM documents WHERE key_id IS NOT NULL GROUP BY key_id`;
  for (const { keyId, count } of used) if (!keys.opens(keyId)) report.missingKeys[keyId] = Number(count);
}

async function countOf(prisma: PrismaService, sql: string): Promise<number> {
  const [row] = await prisma.$queryRawUnsafe<{ count: bigint }[]>(sql);
  return Number(row?.count ?? 0);
}
