import { randomUUID } from 'node:crypto';
import type { AuditRecord, Document } from '@caredrop/contracts';
import { people } from '@caredrop/testing';
import { DocumentService } from './support/document-service.js';
import { aPdf } from './support/multipart.js';
import { upload } from './support/uploads.js';

let service: DocumentService;
let documentId: string;

beforeAll(async () => {
  service = await DocumentService.start();
  const link = service.token.newLink({ ownerId: people.ana.id, patientRefId: 'P-1' });
  const file = { bytes: aPdf(), name: 'a.pdf', type: 'application/pdf' };
  expect((await upload(service, link, { file })).status).toBe(201);
  ({ id: documentId } = await service.prisma.document.findFirstOrThrow({ where: { tokenId: link.tokenId } }));
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.prisma.$executeRaw`DELETE FROM outbox WHERE type = 'audit.recorded'`;
});

const get = (path: string, as: (typeof people)[keyof typeof people]) => service.call('GET', path, { as });

/** Returns the path of a signed URL of the document's file, for this session of Ana. */
async function aFilePath(sessionId?: string): Promise<string> {
  const response = await service.call<{ document: Document }>('GET', `/documents/${documentId}`, {
    as: people.ana,
    ...(sessionId !== undefined && { sessionId }),
  });
  await service.prisma.$executeRaw`DELETE FROM outbox WHERE type = 'audit.recorded'`;
  return new URL(response.body.data.document.file_url ?? '').pathname.replace('/api', '');
}

async function entries(): Promise<AuditRecord[]> {
  const rows = await service.prisma.$queryRaw<{ data: AuditRecord }[]>`
    SELECT envelope->'data' AS data FROM outbox WHERE type = 'audit.recorded' ORDER BY created_at`;
  return rows.map(({ data }) => data);
}

it('listing all documents is audited once per distinct filter', async () => {
  const path = '/admin/documents?patientRefId=P-1&fileType=pdf';
  for (const _time of [1, 2, 3]) expect((await get(path, people.dora)).status).toBe(200);
  await get('/admin/documents', people.dora);
  const found = await entries();
  expect(found).toMatchObject([
    {
      action: 'document.list_all',
      actor: { id: people.dora.id },
      codes: ['patientRefId', 'fileType', 'rows_1'],
    },
    { action: 'document.list_all', codes: ['rows_1'] },
  ]);
  expect(JSON.stringify(found)).not.toContain('P-1');
});

it('a list of all documents is not returned when it cannot be audited', async () => {
  await service.prisma.$executeRaw`ALTER TABLE outbox RENAME TO outbox_away`;
  try {
    const { status, body } = await get('/admin/documents?dateRange=year', people.dora);
    expect(status).toBeGreaterThanOrEqual(500);
    expect(JSON.stringify(body)).not.toContain(documentId);
  } finally {
    await service.prisma.$executeRaw`ALTER TABLE outbox_away RENAME TO outbox`;
  }
});

it.each<[string, (filePath: string) => Promise<{ status: number }>]>([
  ['a document', () => get(`/documents/${documentId}`, people.dora)],
  ['a file', (filePath) => service.call('GET', filePath)],
  [
    'a zip',
    () =>
      service.call('POST', '/admin/documents/download', {
        as: people.dora,
        json: { documentIds: [documentId] },
      }),
  ],
])('%s is not returned when it cannot be audited', async (_what, read) => {
  const filePath = await aFilePath();
  await service.prisma.$executeRaw`ALTER TABLE outbox RENAME TO outbox_away`;
  try {
    expect((await read(filePath)).status).toBeGreaterThanOrEqual(500);
  } finally {
    await service.prisma.$executeRaw`ALTER TABLE outbox_away RENAME TO outbox`;
  }
  expect((await read(filePath)).status).toBe(200);
});

it.each([
  ['document.open_original', ''],
  ['document.download', '?disposition=attachment'],
])('a refused %s through a file URL is audited', async (action, query) => {
  const sessionId = randomUUID();
  service.auth.sessions.set(sessionId, people.ana);
  const filePath = await aFilePath(sessionId);
  service.auth.sessions.delete(sessionId);
  expect((await service.call('GET', `${filePath}${query}`)).status).toBe(401);
  const refused = { action, outcome: 'refused', reason: 'unauthorized' };
  expect(await entries()).toMatchObject([{ ...refused, subject: { kind: 'document', id: documentId } }]);
});

it('a clinician’s list of their own documents is not audited', async () => {
  await get('/documents', people.ana);
  expect(await entries()).toEqual([]);
});

it('requests for other clinicians’ documents and for unknown or malformed ids are audited with the clinician as actor', async () => {
  expect((await get(`/documents/${documentId}`, people.ben)).status).toBe(404);
  const [unknown, other] = [randomUUID(), randomUUID()];
  expect((await get(`/documents/${unknown}`, people.ben)).status).toBe(404);
  expect((await get('/documents/not-an-id', people.ben)).status).toBe(404);
  expect((await service.call('DELETE', `/upload/file/${other}`, { as: people.ben })).status).toBe(404);
  const by = { kind: 'user', id: people.ben.id };
  const refused = { outcome: 'refused', reason: 'document_not_found' };
  expect(await entries()).toMatchObject([
    { action: 'document.view', ...refused, actor: by, subject: { kind: 'document', id: documentId } },
    { action: 'document.view', ...refused, actor: by, subject: { kind: 'document', id: unknown } },
    { action: 'document.view', ...refused, actor: by, subject: null },
    { action: 'document.delete', ...refused, actor: by, subject: { kind: 'document', id: other } },
  ]);
});

it('a clinician who tries 100 ids leaves at most 20 audit entries in a minute', async () => {
  for (let attempt = 0; attempt < 100; attempt += 1) await get(`/documents/${randomUUID()}`, people.chloe);
  expect(await entries()).toHaveLength(20);
});

describe('bulk calls with ids of other clinicians', () => {
  const bulk = (documentIds: string[], as = people.ben) =>
    service.call('DELETE', '/upload/files/bulk', { as, json: { documentIds } });
  const zip = (documentIds: string[]) =>
    service.call('POST', '/admin/documents/download', { as: people.dora, json: { documentIds } });
  const refused = { outcome: 'refused', reason: 'document_not_found', subject: null };
  const named = (...ids: string[]) => ids.map((id) => ({ kind: 'document', id }));

  it('a refused bulk call is audited with its ids and keeps the documents', async () => {
    const unknown = randomUUID();
    expect((await bulk([documentId, unknown])).status).toBe(404);
    expect((await zip([unknown, documentId])).status).toBe(404);
    expect(await entries()).toMatchObject([
      {
        action: 'document.delete_bulk',
        ...refused,
        actor: { kind: 'user', id: people.ben.id },
        related: named(documentId, unknown),
      },
      {
        action: 'document.download_zip',
        ...refused,
        actor: { kind: 'user', id: people.dora.id },
        related: named(unknown, documentId),
      },
    ]);
    expect(await service.prisma.document.count({ where: { id: documentId } })).toBe(1);
  });

  it('60 refused bulk calls leave at most 20 audit entries in a minute', async () => {
    const prober = { ...people.ben, id: randomUUID() };
    for (let attempt = 0; attempt < 60; attempt += 1) await bulk([randomUUID(), randomUUID()], prober);
    expect(await entries()).toHaveLength(20);
  });
});
