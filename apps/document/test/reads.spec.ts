import { randomUUID } from 'node:crypto';
import type { Document, DocumentStats } from '@caredrop/contracts';
import { emitInto, OutboxRelay } from '@caredrop/messaging';
import { eventually, people } from '@caredrop/testing';
import { DocumentService } from './support/document-service.js';
import { aPdf } from './support/multipart.js';
import { upload } from './support/uploads.js';

interface List {
  uploads: Document[];
  nextCursor?: string | null;
  stats?: DocumentStats;
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
let service: DocumentService;

beforeAll(async () => {
  service = await DocumentService.start();
});
afterAll(() => service.stop());

async function sent(
  given: {
    owner?: string;
    ref?: string;
    name?: string;
    bytes?: Buffer;
    type?: string;
    comment?: string;
  } = {},
) {
  const {
    owner = people.ana.id,
    ref = 'P-1',
    name = 'a.pdf',
    bytes = aPdf(),
    type = 'application/pdf',
    comment,
  } = given;
  const link = service.token.newLink({ ownerId: owner, patientRefId: ref });
  expect(
    (await upload(service, link, { file: { bytes, name, type }, ...(comment && { comment }) })).status,
  ).toBe(201);
  const { id } = await service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
  return { id, ...link };
}
const get = (path: string, as = people.ana as (typeof people)[keyof typeof people] | null) =>
  service.call<List>('GET', path, { as });
const ids = (response: { body: { data: List } }) => response.body.data.uploads.map(({ id }) => id);

describe('document lists', () => {
  it('a document list contains only the user’s own documents, newest first, even for an admin', async () => {
    const first = await sent({ owner: people.ben.id });
    const second = await sent({ owner: people.ben.id });
    await sent({ owner: people.chloe.id });
    expect(ids(await get('/documents', people.ben))).toEqual([second.id, first.id]);
    expect(ids(await get('/documents', people.dora))).toEqual([]);
  });

  it.each([
    ['the reference', 'pt-77'],
    ['the file name, in any case', 'REFERRAL'],
    ['the comment', 'left hand'],
    ['the file name with a percent sign, which is not a wildcard', '50%'],
  ])('a clinician’s own documents can be found by part of %s', async (_what, search) => {
    const owner = { ...people.ana, id: randomUUID() };
    const wanted = await sent({
      owner: owner.id,
      ref: 'PT-7741',
      name: 'referral 50%.pdf',
      comment: 'Left hand',
    });
    await sent({ owner: owner.id, ref: 'Q-1', name: '5000.pdf' });
    await sent({ owner: people.ben.id, ref: 'PT-7741', name: 'referral 50%.pdf', comment: 'Left hand' });
    expect(ids(await get(`/documents?search=${encodeURIComponent(search)}`, owner))).toEqual([wanted.id]);
    const page = await get(`/documents?limit=5&search=${encodeURIComponent(search)}`, owner);
    expect(ids(page)).toEqual([wanted.id]);
    expect(page.body.data.stats?.total).toBe(1);
  });

  it('paging returns each document exactly once, with the same counts on each page', async () => {
    const owner = randomUUID();
    const made = [];
    for (let n = 0; n < 5; n += 1) made.push((await sent({ owner })).id);
    made.push((await sent({ owner, bytes: png, name: 'a.png', type: 'image/png' })).id);
    const seen: string[] = [];
    let cursor: string | null | undefined = '';
    while (cursor !== null) {
      const page = await get(`/admin/documents?userId=${owner}&limit=4&cursor=${cursor ?? ''}`, people.dora);
      seen.push(...ids(page));
      expect(page.body.data.stats).toEqual({
        total: 6,
        images: 1,
        pdfs: 5,
        others: 0,
        totalSize: 5 * aPdf().length + png.length,
      });
      cursor = page.body.data.nextCursor ?? null;
    }
    expect(seen).toEqual(made.toReversed());
  });

  it('an admin can filter documents by reference, type and date', async () => {
    const owner = randomUUID();
    const odd = await sent({ owner, ref: '50%_A\\b' });
    const image = await sent({ owner, ref: 'ward 7', bytes: png, name: 'a.png', type: 'image/png' });
    const old = await sent({ owner, ref: 'old' });
    await service.prisma.document.update({
      where: { id: old.id },
      data: { createdAt: new Date(Date.now() - 10 * 86_400_000) },
    });
    const filter = async (query: string) =>
      ids(await get(`/admin/documents?userId=${owner}&${query}`, people.dora));
    expect(await filter('')).toEqual([image.id, odd.id, old.id]);
    expect(await filter(`patientRefId=${encodeURIComponent('%_a\\B')}`)).toEqual([odd.id]);
    expect(await filter('patientRefId=%25')).toEqual([odd.id]);
    expect(await filter('fileType=image')).toEqual([image.id]);
    expect(await filter('fileType=other')).toEqual([]);
    expect(await filter('fileType=pdf&dateRange=month')).toEqual([odd.id, old.id]);
    expect(await filter('dateRange=week&patientRefId=&fileType=')).toEqual([image.id, odd.id]);
    expect(ids(await get('/admin/documents?userId=nobody', people.dora))).toEqual([]);
  });

  it('a document list refuses unknown filters, forged cursors and callers without the role', async () => {
    expect((await get('/admin/documents?fileType=word', people.dora)).status).toBe(400);
    expect((await get('/admin/documents?dateRange=decade', people.dora)).status).toBe(400);
    expect((await get('/documents?cursor=forged', people.ana)).status).toBe(400);
    const long = await get(`/admin/documents?patientRefId=${'x'.repeat(65)}`, people.dora);
    expect(long.body.message).toBe('Patient Reference ID can be at most 64 characters');
    expect((await get('/admin/documents', people.ana)).status).toBe(403);
    expect((await get('/documents', null)).status).toBe(401);
  });

  it('a document list shows the clinician’s current name, or the name at upload while auth is down', async () => {
    const { id } = await sent({ owner: people.chloe.id });
    const name = async () => {
      const { uploads } = (await get('/admin/documents', people.dora)).body.data;
      return uploads.find((one) => one.id === id)?.user;
    };
    service.auth.server.fault = () => 'not received';
    expect(await name()).toEqual({ firstName: 'Ana', lastName: 'Silva' });
    service.auth.server.fault = () => undefined;
    await eventually(async () => expect(await name()).toEqual({ firstName: 'Chloe', lastName: 'Martin' }));
    const asked = service.auth.asked.length;
    await name();
    expect(service.auth.asked).toHaveLength(asked);
  });

  it('a document list shows a changed name after the user.updated event', async () => {
    const userId = people.chloe.id;
    const { id } = await sent({ owner: userId });
    const name = async () => {
      const { uploads } = (await get('/admin/documents', people.dora)).body.data;
      return uploads.find((one) => one.id === id)?.user.lastName;
    };
    await eventually(async () => expect(await name()).toBe('Martin'));
    service.auth.names.set(userId, { ...people.chloe, lastName: 'Berger' });
    expect(await name()).toBe('Martin');
    const origin = { source: 'auth', correlation: undefined, causationId: null };
    const emit = emitInto(service.prisma, origin, () => undefined);
    await emit({ type: 'user.updated', aggregateId: userId, aggregateVersion: 2, data: { userId } });
    service.app.get(OutboxRelay).wake();
    await eventually(async () => expect(await name()).toBe('Berger'));
  });
});

describe('a single document', () => {
  it('a document is shown to its owner and to admins, and returns 404 to anyone else', async () => {
    const { id } = await sent();
    expect((await get(`/documents/${id}`)).body.data).toMatchObject({
      document: { id, patient_ref_id: 'P-1' },
    });
    expect((await get(`/documents/${id}`, people.dora)).status).toBe(200);
    for (const [path, as] of [
      [`/documents/${id}`, people.ben],
      [`/documents/${randomUUID()}`, people.ana],
      ['/documents/not-an-id', people.ana],
    ] as const) {
      const response = await get(path, as);
      expect([response.status, response.body.message]).toEqual([404, 'Document not found']);
    }
  });

  it('the token service gets the document of a token, with a file URL only on behalf of a user', async () => {
    const { id, tokenId } = await sent();
    const ask = (as: typeof people.ana | null) =>
      service.call<{ documents: Document[] }>('POST', '/internal/documents/by-token', {
        as,
        caller: 'token',
        json: { tokenId },
      });
    expect((await ask(people.ana)).body.data.documents).toMatchObject([
      { id, file_url: expect.stringContaining('/api/files/') },
    ]);
    expect((await ask(null)).body.data.documents).toMatchObject([{ id, file_url: null }]);
  });
});

describe('the names of documents for the audit', () => {
  const ask = <Data>(path: string, json: object) =>
    service.call<Data>('POST', `/internal/documents/${path}`, { caller: 'audit', json });

  it('a document is returned with its file name, a deleted one only with its reference, and unknown ids are left out', async () => {
    const kept = await sent({ ref: 'A-1', name: 'letter.pdf' });
    const deleted = await sent({ ref: 'A-2', name: 'gone.pdf' });
    expect((await service.call('DELETE', `/upload/file/${deleted.id}`, { as: people.ana })).status).toBe(200);
    const { documents } = (
      await ask<{ documents: object[] }>('names', { ids: [kept.id, deleted.id, randomUUID()] })
    ).body.data;
    expect(documents).toHaveLength(2);
    expect(documents).toContainEqual({ id: kept.id, reference: 'A-1', fileName: 'letter.pdf' });
    expect(documents).toContainEqual({ id: deleted.id, reference: 'A-2', fileName: null });
  });

  it('the documents that arrived through links are found, including deleted ones', async () => {
    const [kept, deleted] = [await sent(), await sent()];
    await service.call('DELETE', `/upload/file/${deleted.id}`, { as: people.ana });
    const tokenIds = [kept.tokenId, deleted.tokenId, randomUUID()];
    const { documentIds } = (await ask<{ documentIds: string[] }>('of-tokens', { tokenIds })).body.data;
    expect(documentIds.sort()).toEqual([kept.id, deleted.id].sort());
  });
});

describe('document deletion', () => {
  const remove = (path: string, as: (typeof people)[keyof typeof people], json?: unknown) =>
    service.call<{ deleted: number }>('DELETE', path, { as, ...(json === undefined ? {} : { json }) });

  it('deletion removes row and object, keeps the link used and publishes document.deleted', async () => {
    const { id, tokenId, link } = await sent();
    const { storageKey } = await service.prisma.document.findUniqueOrThrow({ where: { id } });
    expect(await service.objects()).toContain(storageKey);
    expect((await remove(`/upload/file/${id}`, people.ana)).body.data).toEqual({ deleted: 1 });
    await eventually(async () => expect(await service.objects()).not.toContain(storageKey));
    await eventually(async () => expect(await service.prisma.purge.count()).toBe(0));
    expect((await remove(`/upload/file/${id}`, people.ana)).status).toBe(404);
    expect((await get(`/documents/${id}`)).status).toBe(404);
    expect((await upload(service, { link })).status).toBe(410);
    const events = await service.prisma.outboxEvent.findMany({
      where: { aggregateId: id, type: { not: 'audit.recorded' } },
      orderBy: { createdAt: 'asc' },
    });
    expect(events.map(({ type, envelope }) => [type, envelope])).toEqual([
      ['upload.completed', expect.objectContaining({ aggregateVersion: 1, actor: null })],
      [
        'document.deleted',
        expect.objectContaining({
          aggregateVersion: 2,
          actor: people.ana.id,
          data: { documentId: id, tokenId, ownerId: people.ana.id },
        }),
      ],
    ]);
  });

  it('a bulk deletion counts each document once and is all or nothing', async () => {
    const mine = [await sent(), await sent()].map(({ id }) => id);
    const foreign = await sent({ owner: people.ben.id });
    const refused = await remove('/upload/files/bulk', people.ana, { documentIds: [...mine, foreign.id] });
    expect([refused.status, refused.body.message]).toEqual([404, 'Document not found']);
    expect(await service.prisma.document.count({ where: { id: { in: mine } } })).toBe(2);
    const done = await remove('/upload/files/bulk', people.ana, { documentIds: [...mine, ...mine] });
    expect(done.body.data).toEqual({ deleted: 2 });
    expect((await remove('/upload/files/bulk', people.dora, { documentIds: [foreign.id] })).status).toBe(200);
  });

  it.each([
    [{}, 400, 'Please select documents to delete'],
    [{ documentIds: [] }, 400, 'Please select documents to delete'],
    [{ documentIds: 'x' }, 400, 'Please select documents to delete'],
    [{ documentIds: ['x'] }, 404, 'Document not found'],
    [{ documentIds: Array.from({ length: 1001 }, () => 'x') }, 404, 'Document not found'],
    [
      { documentIds: Array.from({ length: 1001 }, () => randomUUID()) },
      400,
      'At most 1000 documents can be handled at once',
    ],
  ])('a malformed bulk deletion is refused with a clear message (%#)', async (json, status, message) => {
    const response = await remove('/upload/files/bulk', people.ana, json);
    expect([response.status, response.body.message]).toEqual([status, message]);
  });

  it('a bulk deletion handles 1,000 documents', async () => {
    const owner = randomUUID();
    await service.prisma.$executeRawUnsafe(
      `INSERT INTO documents (id, token_id, owner_id, owner_first_name, owner_last_name, patient_ref_id, link, token_created_at,
         token_expires_at, file_name, file_type, kind, file_size, sha256, state, storage_key, key_id, wrapped_key, created_at)
       SELECT gen_random_uuid(), gen_random_uuid(), $1::uuid, 'A', 'B', 'P', 'l', now(), now(), 'a.pdf', 'application/pdf', 'pdf', 1,
         ''::bytea, 'ready', 'bulk/' || n, 'k1', ''::bytea, now() FROM generate_series(1, 1000) AS n`,
      owner,
    );
    const rows = await service.prisma.document.findMany({ where: { ownerId: owner }, select: { id: true } });
    const response = await remove('/upload/files/bulk', people.dora, {
      documentIds: rows.map(({ id }) => id),
    });
    expect(response.body.data).toEqual({ deleted: 1000 });
    await eventually(async () => expect(await service.prisma.purge.count()).toBe(0));
  });
});

describe('access control', () => {
  const paths: Array<['GET' | 'POST' | 'DELETE', string]> = [
    ['POST', '/upload'],
    ['GET', '/documents'],
    ['GET', '/documents/x'],
    ['GET', '/admin/documents'],
    ['POST', '/admin/documents/download'],
    ['DELETE', '/upload/file/x'],
    ['DELETE', '/upload/files/bulk'],
    ['GET', '/files/x'],
    ['POST', '/internal/attempts/settle'],
    ['POST', '/internal/documents/by-token'],
    ['POST', '/internal/documents/names'],
    ['POST', '/internal/documents/of-tokens'],
  ];

  it.each(paths)('%s %s returns 401 to a caller without a valid identity', async (method, path) => {
    expect((await service.call(method, path, { caller: 'stranger' })).status).toBe(401);
    expect((await service.call(method, path, { headers: { authorization: 'Bearer x' } })).status).toBe(401);
  });

  it('the token service may not call the gateway’s routes, nor the gateway those of the token service', async () => {
    expect((await service.call('GET', '/documents', { caller: 'token', as: people.ana })).status).toBe(403);
    expect(
      (await service.call('POST', '/internal/attempts/settle', { json: { claimId: randomUUID() } })).status,
    ).toBe(403);
  });

  it('health checks and metrics need no identity', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics'])
      expect((await service.call('GET', path, { caller: 'stranger' })).status).toBe(200);
  });
});
