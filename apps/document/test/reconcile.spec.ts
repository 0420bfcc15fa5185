import { randomBytes, randomUUID } from 'node:crypto';
import type { Document } from '@caredrop/contracts';
import type { LedgerRange } from '@caredrop/contracts/internal';
import { eventually, people } from '@caredrop/testing';
import { reconcileDocuments } from '../src/reconcile/reconcile-documents.js';
import type { DataKeys } from '../src/storage/data-keys.js';
import type { ObjectStore } from '../src/storage/object-store.js';
import { command } from './support/command.js';
import { DocumentService } from './support/document-service.js';
import { unreachableStore } from './support/service-stores.js';
import { upload } from './support/uploads.js';

let service: DocumentService;

beforeEach(async () => {
  // After its start, the purge job runs only when it is woken, so purges queued by a reconciliation stay queued.
  service = await DocumentService.start({ PURGE_INTERVAL_MS: '3600000', ORPHAN_MIN_AGE_MS: '1' });
});
afterEach(() => service.stop());

/** Uploads a document; returns its row. */
async function received() {
  const link = service.token.newLink();
  expect((await upload(service, link)).status).toBe(201);
  return service.prisma.document.findFirstOrThrow({ where: { link: link.link } });
}
const takeObject = (storageKey: string | null): Promise<Buffer> =>
  service.withStore(async (store) => {
    const bytes = await store.get(storageKey ?? '', 10_000_000);
    await store.delete(storageKey ?? '');
    return bytes;
  });
const putObject = (key: string | null, bytes: Buffer): Promise<void> =>
  service.withStore((store) => store.put(key ?? '', bytes));
const strayKey = () => {
  const key = randomBytes(16).toString('hex');
  return `documents/${key.slice(0, 2)}/${key}`;
};
const listed = async (): Promise<Document[]> =>
  (await service.call<{ uploads: Document[] }>('GET', '/documents', { as: people.ana })).body.data.uploads;
const reconcile = (line = '') => command(service, `reconcile${line}`);

it('a reconciliation of a consistent system finds nothing and verifies every document', async () => {
  await received();
  await received();
  const { text, exitCode } = await reconcile(' --verify');
  expect(text.split('\n').map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
    'documents 2',
    'objects 2',
    'read and verified 2',
  ]);
  expect(exitCode).toBe(0);
});

it('a rejected document needs neither an object nor a key', async () => {
  const { id, storageKey } = await received();
  const gone = { state: 'rejected', storageKey: null, keyId: null, wrappedKey: null, comment: null };
  await service.prisma.document.update({ where: { id }, data: gone });
  await takeObject(storageKey);
  const { text, exitCode } = await reconcile(' --verify');
  expect([exitCode, text.split('\n')]).toEqual([0, expect.any(Array)]);
  expect(text).not.toMatch(/key|lost/);
});

describe('a document whose object is missing', () => {
  it('a document without its object is marked as lost, reported by id and has no file URL', async () => {
    const document = await received();
    await takeObject(document.storageKey);
    const { text, exitCode } = await reconcile();
    expect([exitCode, text]).toEqual([
      2,
      expect.stringContaining(`lost, marked as lost: 1\n  ${document.id}`),
    ]);
    expect(await listed()).toMatchObject([{ id: document.id, lost: true, file_url: null }]);
  });

  it('a dry run reports a lost document without marking it', async () => {
    const document = await received();
    await takeObject(document.storageKey);
    const { text, exitCode } = await reconcile(' --dry-run');
    expect([exitCode, text]).toEqual([2, expect.stringContaining('lost, would be marked as lost: 1')]);
    expect(await listed()).toMatchObject([{ id: document.id, file_url: expect.any(String) }]);
  });

  it('a second reconciliation reports a lost document as known, changes nothing and exits with 0', async () => {
    const document = await received();
    await takeObject(document.storageKey);
    await reconcile();
    const before = await service.prisma.document.findFirst();
    expect(await reconcile()).toEqual({
      exitCode: 0,
      text: expect.stringContaining(`lost before, still lost: 1\n  ${document.id}`),
    });
    expect(await service.prisma.document.findFirst()).toEqual(before);
  });

  it('a lost document is available again once its object is restored', async () => {
    const document = await received();
    const object = await takeObject(document.storageKey);
    await reconcile();
    await putObject(document.storageKey, object);
    expect((await reconcile(' --verify')).text).toContain(`lost before, restored: 1\n  ${document.id}`);
    expect(await listed()).toMatchObject([{ id: document.id, file_url: expect.any(String) }]);
  });

  it('a lost document can be deleted by its clinician', async () => {
    const document = await received();
    await takeObject(document.storageKey);
    await reconcile();
    expect((await service.call('DELETE', `/upload/file/${document.id}`, { as: people.ana })).status).toBe(
      200,
    );
    expect(await listed()).toEqual([]);
  });

  it('a deleted document is not lost, and an unreachable store marks nothing as lost', async () => {
    const document = await received();
    await service.call('DELETE', `/upload/file/${document.id}`, { as: people.ana });
    expect((await reconcile()).exitCode).toBe(0);
    await received();
    await expect(command(service, 'reconcile', unreachableStore())).rejects.toThrow();
    expect(await service.prisma.document.count({ where: { state: 'lost' } })).toBe(0);
  });
});

describe('orphaned objects', () => {
  it('an old orphan is purged; young orphans, live objects and foreign files stay', async () => {
    const document = await received();
    const stray = strayKey();
    await putObject(stray, randomBytes(100));
    await putObject('somebody-else/file', randomBytes(10));
    expect((await command(service, 'reconcile', { ORPHAN_MIN_AGE_MS: '3600000' })).text).toContain(
      'orphan objects, too recent to purge: 1',
    );
    expect(await service.prisma.purge.count()).toBe(0);
    expect((await reconcile()).text).toContain('orphan objects, queued for deletion: 1');
    expect(await service.prisma.purge.findMany()).toMatchObject([{ storageKey: stray }]);
    await service.app.close();
    await service.listen({ PURGE_INTERVAL_MS: '50' });
    await eventually(async () =>
      expect((await service.objects()).sort()).toEqual([document.storageKey, 'somebody-else/file'].sort()),
    );
  });

  it('the object of an open upload is not an orphan', async () => {
    const storageKey = strayKey();
    await service.prisma.attempt.create({
      data: { claimId: randomUUID(), documentId: randomUUID(), storageKey },
    });
    await putObject(storageKey, randomBytes(100));
    expect((await reconcile()).text).not.toContain('orphan');
  });

  it('the purge of a live document is cancelled, and that of a deleted one is not', async () => {
    const document = await received();
    const [nextTryAt, gone] = [new Date(Date.now() + 3_600_000), strayKey()];
    for (const storageKey of [document.storageKey ?? '', gone])
      await service.prisma.purge.create({ data: { storageKey, nextTryAt } });
    expect((await reconcile()).text).toContain('purges of live documents, cancelled: 1');
    expect(await service.prisma.purge.findMany()).toMatchObject([{ storageKey: gone }]);
  });
});

it('a dry run reports every difference and changes nothing, not even the audit log', async () => {
  const [live, back] = [await received(), await received()];
  const { prisma } = service;
  await prisma.document.update({ where: { id: back.id }, data: { state: 'lost' } });
  await putObject(strayKey(), randomBytes(100));
  const later = new Date(Date.now() + 3_600_000);
  await prisma.purge.create({ data: { storageKey: live.storageKey ?? '', nextTryAt: later } });
  const everything = () =>
    Promise.all([
      prisma.document.findMany({ orderBy: { id: 'asc' } }),
      prisma.purge.findMany(),
      prisma.$queryRaw`SELECT count(*)::int AS events FROM outbox`,
    ]);
  const before = await everything();
  const { text } = await reconcile(' --dry-run');
  expect(text).toContain(`lost before, would be restored: 1\n  ${back.id}`);
  expect(text).toMatch(/orphan objects, .*: 1/);
  expect(text).toMatch(/purges of live documents, .*: 1/);
  expect(await everything()).toEqual(before);
  await reconcile();
  expect(await prisma.document.findUnique({ where: { id: back.id } })).toMatchObject({ state: 'ready' });
});

describe('inconsistencies that need an operator', () => {
  it('a missing key is reported with the number of documents that need it', async () => {
    await received();
    const other = JSON.stringify({ current: 'k7', keys: { k7: randomBytes(32).toString('base64') } });
    const { text, exitCode } = await command(service, 'reconcile', { KEK_KEYS: other });
    expect([exitCode, text]).toEqual([2, expect.stringContaining('key k1 is missing: 1 documents need it')]);
  });

  it('reconcile --verify reports a modified object', async () => {
    const document = await received();
    const object = await takeObject(document.storageKey);
    object[40] = (object[40] ?? 0) ^ 1;
    await putObject(document.storageKey, object);
    const { text, exitCode } = await reconcile(' --verify');
    expect([exitCode, text]).toEqual([
      2,
      expect.stringContaining(`unreadable or changed: 1\n  ${document.id}`),
    ]);
  });

  it('a document without a ledger entry is reported', async () => {
    const document = await received();
    await service.prisma.ledgerEntry.deleteMany();
    expect(await reconcile()).toEqual({
      exitCode: 2,
      text: expect.stringContaining(`documents without a ledger entry: 1\n  ${document.id}`),
    });
  });
});

it('a reconciliation during uploads and deletions reports nothing lost or orphaned', async () => {
  const busy = Promise.all(
    Array.from({ length: 12 }, async () => {
      const document = await received();
      if (document.id < '8') await service.call('DELETE', `/upload/file/${document.id}`, { as: people.ana });
    }),
  );
  let runs = 0;
  let ended = false;
  void busy.finally(() => (ended = true));
  while (!ended || runs === 0) {
    expect(await reconcile()).toEqual({ exitCode: 0, text: expect.not.stringContaining('orphan') });
    runs += 1;
  }
  await busy;
  expect(await service.prisma.document.count({ where: { state: 'lost' } })).toBe(0);
});

it('an object that was deleted and purged after it was listed is not reported as an orphan', async () => {
  const ghost = { key: strayKey(), bytes: 1, storedAt: new Date(0) };
  const report = await service.withStore(async (store) => {
    await store.put(strayKey(), Buffer.from('an orphan'));
    const list = async function* (prefix: string) {
      yield* store.list(prefix);
      if (ghost.key.startsWith(prefix)) yield ghost;
    };
    const folders = async function* (parent: string) {
      yield* store.folders(parent);
      yield ghost.key.slice(0, 'documents/00/'.length);
    };
    const stale = Object.assign(Object.create(store) as ObjectStore, { list, folders });
    const keys = { opens: () => true } as unknown as DataKeys;
    const parts = { prisma: service.prisma, store: stale, keys, config: { ORPHAN_MIN_AGE_MS: 0 } };
    return reconcileDocuments(parts, { dryRun: true, verify: false });
  });
  expect(report).toMatchObject({ orphans: 1, youngOrphans: 0 });
});

describe('the ledger range for the token service', () => {
  const range = async (after: string | null, upTo: string | null, caller: 'token' | 'gateway' = 'token') =>
    service.call<LedgerRange>('POST', '/internal/ledger/range', { caller, json: { after, upTo } });

  it('a ledger range lists entries by token id, with the state of their documents', async () => {
    const rows = await Promise.all([received(), received(), received()]);
    const [gone] = rows;
    await service.call('DELETE', `/upload/file/${gone?.id}`, { as: people.ana });
    const { data } = (await range(null, null)).body;
    expect(data.more).toBe(false);
    expect(data.entries.map(({ tokenId }) => tokenId)).toEqual(rows.map(({ tokenId }) => tokenId).sort());
    expect(data.entries.find(({ documentId }) => documentId === gone?.id)?.document).toBe('deleted');
    expect(data.entries.filter(({ document }) => document === 'present')).toHaveLength(2);
    const [first, second] = data.entries;
    const within = await range(first?.tokenId ?? null, second?.tokenId ?? null);
    expect(within.body.data.entries).toEqual([second]);
  });

  it('a ledger range reports a document as lost until its object exists again', async () => {
    const { storageKey } = await received();
    const state = async () => (await range(null, null)).body.data.entries.map(({ document }) => document);
    const object = await takeObject(storageKey);
    await reconcile();
    expect(await state()).toEqual(['lost']);
    await putObject(storageKey, object);
    await reconcile();
    expect(await state()).toEqual(['present']);
  });

  it('only the token service may read the ledger', async () => {
    expect((await range(null, null, 'gateway')).status).toBe(403);
  });
});
