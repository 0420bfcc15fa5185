import { randomUUID } from 'node:crypto';
import type { AdminDocumentsQuery } from '@caredrop/contracts';
import { createTestDatabase, type TestDatabase } from '@caredrop/testing';
import { unreviewed } from '../src/attention/attention.queries.js';
import { PrismaService } from '../src/database/prisma.service.js';
import { DocumentsQueries } from '../src/documents/documents.queries.js';
import { Prisma } from '../src/generated/prisma/client.js';
import { WorkInFlight } from '../src/concurrency/work-in-flight.js';
import { migrations } from './support/document-service.js';

const [busy, quiet] = [randomUUID(), randomUUID()];
const reader = (userId: string) => ({ userId, teams: [], covers: [] });
let database: TestDatabase;
let prisma: PrismaService;

/**
 * Enough rows that a full scan costs more than any index, but no more than ANALYZE reads completely: from a
 * sample, each run would get different statistics, and some runs different plans.
 */
beforeAll(async () => {
  database = await createTestDatabase({ migrations });
  prisma = new PrismaService(database.url, 2, new WorkInFlight());
  await prisma.$executeRaw`
    INSERT INTO documents (id, token_id, owner_id, owner_first_name, owner_last_name, patient_ref_id, link,
      token_created_at, token_expires_at, file_name, comment, file_type, kind, file_size, sha256, state, storage_key, key_id,
      wrapped_key, created_at, review_state)
    SELECT gen_random_uuid(), gen_random_uuid(), (${[busy, quiet]}::uuid[])[1 + (n % 100 = 0)::int], 'A', 'B',
      'PT-' || lpad(n::text, 6, '0'), 'l', now(), now(), substr(md5(n::text), 1, 8) || '.pdf', substr(md5((n + 50000)::text), 1, 12), 'application/pdf',
      CASE WHEN n % 20 = 0 THEN 'image' ELSE 'pdf' END, 1, '', 'ready', 'k/' || n, 'k1', '',
      now() - n * interval '1 minute', CASE WHEN n % 100 = 0 THEN 'new' ELSE 'filed' END
    FROM generate_series(1, 30000) AS n`;
  await prisma.$executeRaw`VACUUM ANALYZE documents`;
});
afterAll(async () => {
  await prisma.$disconnect();
  await database.drop();
});

/** The query plans of the list's rows and of its counts: [rows, counts]. */
async function plansOf(ask: (queries: DocumentsQueries) => Promise<unknown>): Promise<string[]> {
  const asked: Prisma.Sql[] = [];
  const remember = (query: Prisma.Sql) => {
    asked.push(query);
    return Promise.resolve([]);
  };
  await ask(new DocumentsQueries({ $queryRaw: remember } as unknown as PrismaService));
  return Promise.all(
    asked.map(async (query) => {
      const lines = await prisma.$queryRaw<{ 'QUERY PLAN': string }[]>(Prisma.sql`EXPLAIN ${query}`);
      return lines.map((line) => line['QUERY PLAN']).join('\n');
    }),
  );
}

const listAll = (filter: Partial<AdminDocumentsQuery>) =>
  plansOf((queries) => queries.listAll({ limit: 50, ...filter }));

describe('the query plan of a document list', () => {
  it.each<[string, Partial<AdminDocumentsQuery>, RegExp]>([
    ['of all documents', {}, /Index Scan using documents_created_at_id_idx/],
    ['of one kind', { fileType: 'image' }, /Index Scan using documents_kind_created_at_id_idx/],
    ['of one clinician', { userId: quiet }, /Index Scan using documents_owner_id_created_at_id_idx/],
    ['of the last week', { dateRange: 'week' }, /Index Scan using documents_created_at_id_idx/],
    ['of those not reviewed yet', { review: 'new' }, /Index Scan using documents_new_idx/],
    ['found by part of the reference', { patientRefId: 't-01234' }, /documents_patient_ref_id_idx/],
  ])('a document list %s uses an index', async (_what, filter, index) => {
    const [rows] = await listAll(filter);
    expect(rows).toMatch(index);
    expect(rows).not.toContain('Seq Scan');
  });

  it('a list of the clinician’s own documents uses an index', async () => {
    const [rows] = await plansOf((queries) => queries.listOwn(reader(quiet), { limit: 50 }));
    expect(rows).toMatch(/Index Scan using documents_owner_id_created_at_id_idx/);
  });

  it.each(['t-01234', 'a1b2c', 'c0ffee'])(
    'a search by a clinician with many documents uses the indexes on references, file names and comments: %s',
    async (search) => {
      const [rows, figures] = await plansOf((queries) =>
        queries.listOwn(reader(busy), { limit: 50, search }),
      );
      for (const plan of [rows, figures]) {
        expect(plan).toMatch(/Bitmap Index Scan on documents_patient_ref_id_idx/);
        expect(plan).toMatch(/Bitmap Index Scan on documents_file_name_comment_idx/);
        expect(plan).not.toContain('Seq Scan');
      }
    },
  );

  it('a search by a clinician with few documents reads only those documents', async () => {
    const [rows] = await plansOf((queries) => queries.listOwn(reader(quiet), { search: 'a1' }));
    expect(rows).toMatch(/documents_owner_id_/);
    expect(rows).not.toContain('Seq Scan');
  });

  it('a list of the clinician’s own documents that are not reviewed yet uses a partial index', async () => {
    const [rows] = await plansOf((queries) => queries.listOwn(reader(busy), { limit: 50, review: 'new' }));
    expect(rows).toMatch(/documents_(owner_id_)?new_idx/);
    expect(rows).not.toContain('Seq Scan');
  });
});

describe('the query plan of document counts', () => {
  it.each<[string, Partial<AdminDocumentsQuery>]>([
    ['of a clinician with few documents', { userId: quiet }],
    ['of a search', { patientRefId: 't-01234' }],
    ['of those not reviewed yet', { review: 'new' }],
  ])('the document counts %s use an index', async (_what, filter) => {
    const [, figures] = await listAll(filter);
    expect(figures).toMatch(/^(Hash|Group)?Aggregate/);
    expect(figures).not.toContain('Seq Scan');
  });

  it('the counts of the clinician’s own documents use an index-only scan', async () => {
    const [, figures] = await plansOf((queries) => queries.listOwn(reader(quiet), { limit: 50 }));
    expect(figures).toMatch(/Index Only Scan using documents_owner_id_state_kind_file_size_idx/);
  });

  it.each<[string, Partial<AdminDocumentsQuery>]>([
    ['of all documents', {}],
    ['of one kind', { fileType: 'image' }],
  ])('the document counts %s come from the maintained totals', async (_what, filter) => {
    const [, figures] = await listAll(filter);
    expect(figures).toContain('document_counts');
    expect(figures).not.toMatch(/ on documents\b/);
  });
});

describe('the query plan of the documents that need attention', () => {
  it.each([
    ['of a clinician with few documents', quiet, false],
    ['of a clinician with many documents', busy, false],
    ['of all clinicians', busy, true],
  ])('the documents %s are read from a partial index', async (_what, owner, everyone) => {
    const query = unreviewed(reader(owner), { show: 'open', limit: 50, everyone }, new Date());
    const lines = await prisma.$queryRaw<{ 'QUERY PLAN': string }[]>(Prisma.sql`EXPLAIN ${query}`);
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/documents_(owner_id_)?new_idx/);
    expect(plan).not.toContain('Seq Scan on documents');
  });
});
