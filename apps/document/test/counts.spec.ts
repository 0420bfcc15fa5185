import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DocumentStats } from '@caredrop/contracts';
import { dumpDatabase, restoreDatabase } from '@caredrop/service-kit';
import { createTestDatabase, type TestDatabase } from '@caredrop/testing';
import { PrismaService } from '../src/database/prisma.service.js';
import { addUpDocuments } from '../src/documents/document-counts.js';
import { DocumentsQueries } from '../src/documents/documents.queries.js';
import { WorkInFlight } from '../src/concurrency/work-in-flight.js';
import { migrations } from './support/document-service.js';

const kinds = [undefined, 'image', 'pdf', 'other'] as const;
let database: TestDatabase;
let prisma: PrismaService;

beforeEach(async () => {
  database = await createTestDatabase({ migrations });
  prisma = new PrismaService(database.url, 4, new WorkInFlight());
});
afterEach(async () => {
  await prisma.$disconnect();
  await database.drop();
});

const documents = (kind: string, state: string, count: number) => prisma.$executeRaw`
  INSERT INTO documents (id, token_id, owner_id, owner_first_name, owner_last_name, patient_ref_id, link,
    token_created_at, token_expires_at, file_name, file_type, kind, file_size, sha256, state, storage_key, key_id,
    wrapped_key, created_at)
  SELECT gen_random_uuid(), gen_random_uuid(), ${randomUUID()}::uuid, 'A', 'B', 'PT-1', 'x', now(), now(), 'a', 'b',
    ${kind}, 1000 + n, '', ${state}, CASE WHEN ${state} <> 'rejected' THEN gen_random_uuid()::text END,
    CASE WHEN ${state} <> 'rejected' THEN 'k' END, CASE WHEN ${state} <> 'rejected' THEN ''::bytea END, now()
  FROM generate_series(1, ${count}::int) AS n`;

/**
 * Returns the counts of all kinds together, then of each kind; with a reference that every document matches,
 * they are counted row by row.
 */
async function figures(patientRefId?: string): Promise<(DocumentStats | undefined)[]> {
  const queries = new DocumentsQueries(prisma);
  const pages = kinds.map((fileType) =>
    queries.listAll({ limit: 1, ...(fileType && { fileType }), ...(patientRefId && { patientRefId }) }),
  );
  return (await Promise.all(pages)).map(({ stats }) => stats);
}
const recounted = () => figures('PT');

async function everyKind(): Promise<void> {
  await documents('image', 'ready', 20);
  await documents('image', 'checking', 3);
  await documents('pdf', 'ready', 10);
  await documents('pdf', 'rejected', 4);
  await documents('other', 'ready', 2);
}

it('the maintained document counts equal a recount and leave out rejected documents', async () => {
  await everyKind();
  const [all] = await figures();
  expect(all).toMatchObject({
    total: 35,
    images: 23,
    pdfs: 10,
    others: 2,
    totalSize: 35_000 + 210 + 6 + 55 + 3,
  });
  expect(await figures()).toEqual(await recounted());
});

it('the document counts stay correct after release, rejection, loss, a change of size and deletion', async () => {
  await everyKind();
  await prisma.$executeRaw`UPDATE documents SET state = 'ready' WHERE state = 'checking' AND file_size < 1003`;
  await prisma.$executeRaw`UPDATE documents SET state = 'rejected', storage_key = NULL, key_id = NULL, wrapped_key = NULL
    WHERE state = 'checking'`;
  await prisma.$executeRaw`UPDATE documents SET state = 'lost' WHERE kind = 'image' AND file_size = 1005`;
  await prisma.$executeRaw`UPDATE documents SET file_size = file_size + 7 WHERE kind = 'other'`;
  await prisma.$executeRaw`DELETE FROM documents WHERE file_size BETWEEN 1006 AND 1008 OR state = 'rejected'`;
  expect(await figures()).toEqual(await recounted());
});

it('the document counts stay correct while concurrent workers merge them', async () => {
  const steps = Array.from({ length: 15 }, () => [
    documents('pdf', 'ready', 2),
    prisma.$executeRaw(addUpDocuments),
    prisma.$executeRaw`DELETE FROM documents WHERE id IN (SELECT id FROM documents LIMIT 1 FOR UPDATE SKIP LOCKED)`,
  ]);
  await Promise.all(steps.flat());
  await prisma.$executeRaw(addUpDocuments);
  expect(await figures()).toEqual(await recounted());
  expect(await prisma.documentCount.count()).toBe(1);
});

it('a restored document database has the counts of its dump', async () => {
  await everyKind();
  const before = await figures();
  const folder = await mkdtemp(path.join(tmpdir(), 'counts-'));
  await dumpDatabase(database.url, folder);
  await prisma.$disconnect();
  await restoreDatabase({ databaseUrl: database.url, folder, migrations, replace: true });
  prisma = new PrismaService(database.url, 4, new WorkInFlight());
  expect(await figures()).toEqual(before);
  await rm(folder, { recursive: true });
});

it('a list of up to 2,500 documents without a limit is complete, and a longer one is a page with the first 2,500', async () => {
  const queries = new DocumentsQueries(prisma);
  await documents('pdf', 'ready', 2_500);
  const whole = await queries.listAll({});
  expect(whole).toEqual({ rows: expect.any(Array) });
  expect(whole.rows).toHaveLength(2_500);
  await documents('pdf', 'ready', 1);
  const { rows, nextCursor, stats } = await queries.listAll({});
  expect([rows.length, stats?.total]).toEqual([2_500, 2_501]);
  const rest = await queries.listAll({ cursor: nextCursor ?? '' });
  expect([rest.rows.length, rest.nextCursor]).toEqual([1, null]);
});
