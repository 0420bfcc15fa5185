import { randomUUID } from 'node:crypto';
import type { AttentionDocumentsResponse } from '@caredrop/contracts';
import { people } from '@caredrop/testing';
import { DocumentService } from './support/document-service.js';
import { aPdf } from './support/multipart.js';
import { upload } from './support/uploads.js';

type Someone = (typeof people)[keyof typeof people];

let service: DocumentService;

beforeAll(async () => {
  service = await DocumentService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.prisma.$executeRaw`DELETE FROM documents`;
  await service.prisma.$executeRaw`DELETE FROM outbox`;
});

const DAY = 86_400_000;
const tomorrow = () => new Date(Date.now() + DAY).toISOString();

async function sent(owner: Someone = people.ana): Promise<string> {
  const link = service.token.newLink({ ownerId: owner.id, patientRefId: 'P-1' });
  const file = { bytes: aPdf(), name: 'a.pdf', type: 'application/pdf' };
  expect((await upload(service, link, { file })).status).toBe(201);
  return (await service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } })).id;
}

const attention = async (as: Someone = people.ana, query = '', scope = '') =>
  (await service.call<AttentionDocumentsResponse>('GET', `${scope}/documents/attention${query}`, { as })).body
    .data;
const shown = async (as: Someone = people.ana, query = '', scope = '') =>
  (await attention(as, query, scope)).documents.map(({ document }) => document.id);
const snooze = (id: string, until: unknown, as: Someone = people.ana) =>
  service.call('POST', `/documents/${id}/snooze`, { as, json: { reason: 'new_document', until } });
const inState = (id: string, state: string) =>
  service.prisma.document.update({
    where: { id },
    data: { state, ...(state === 'rejected' && { storageKey: null, keyId: null, wrappedKey: null }) },
  });

async function entries(action: string): Promise<unknown[]> {
  const rows = await service.prisma.$queryRaw<{ data: unknown }[]>`
    SELECT envelope->'data' AS data FROM outbox WHERE envelope->'data'->>'action' = ${action} ORDER BY created_at`;
  return rows.map(({ data }) => data);
}

describe('the documents that need attention', () => {
  it('new documents are listed oldest first, even while they are being checked', async () => {
    const [first, second] = [await sent(), await sent()];
    await inState(second, 'checking');
    const { documents, total, checked_at: at } = await attention();
    expect(documents).toMatchObject([
      { reason: 'new_document', document: { id: first }, since: documents[0]?.document.created_at },
      { reason: 'new_document', document: { id: second, file_url: null } },
    ]);
    expect([total, Math.abs(Date.parse(at) - Date.now()) < 60_000]).toEqual([2, true]);
    expect(await shown(people.ana, '?limit=1')).toEqual([first]);
  });

  it.each(['rejected', 'lost'])(
    'a document that is %s is not listed among those that need attention',
    async (state) => {
      await inState(await sent(), state);
      expect(await attention()).toMatchObject({ documents: [], total: 0, snoozed: 0 });
    },
  );

  it('a document is listed until it is reviewed, even after it has been viewed', async () => {
    const id = await sent();
    await service.call('GET', `/documents/${id}`, { as: people.ana });
    expect(await shown()).toEqual([id]);
    await service.call('POST', `/documents/${id}/review`, {
      as: people.ana,
      json: { state: 'reviewed', from: 'new' },
    });
    expect(await shown()).toEqual([]);
  });

  it('a clinician sees only their own documents, and an administrator sees everyone’s through a separate call', async () => {
    const anas = await sent(people.ana);
    const bens = await sent(people.ben);
    expect([await shown(people.ana), await shown(people.ben), await shown(people.dora)]).toEqual([
      [anas],
      [bens],
      [],
    ]);
    expect(await shown(people.dora, '', '/admin')).toEqual([anas, bens]);
    const refused = await service.call('GET', '/admin/documents/attention', { as: people.ana });
    expect(refused.status).toBe(403);
    expect(await entries('document.list_all')).toMatchObject([{ actor: { id: people.dora.id } }]);
  });
});

describe('snoozing a document', () => {
  it('a snoozed document is hidden from the person who snoozed it, counted as snoozed, and listed among the snoozed documents', async () => {
    const id = await sent();
    const until = tomorrow();
    const response = await snooze(id, until);
    expect([response.status, response.body.data]).toEqual([200, { snoozed_until: until }]);
    expect(await attention()).toMatchObject({ documents: [], total: 0, snoozed: 1 });
    expect((await attention(people.ana, '?show=snoozed')).documents).toMatchObject([
      { document: { id }, snoozed_until: until },
    ]);
    expect(await shown(people.dora, '', '/admin')).toEqual([id]);
    expect(await entries('document.snooze')).toMatchObject([
      { outcome: 'success', actor: { id: people.ana.id }, subject: { id }, codes: ['new_document'] },
    ]);
    expect(await service.prisma.outboxEvent.count({ where: { type: 'document.snoozed' } })).toBe(1);
  });

  it('a snoozed document comes back when its snooze expires or is ended', async () => {
    const [id, other] = [await sent(), await sent()];
    await snooze(id, tomorrow());
    await snooze(other, tomorrow());
    await service.prisma.documentSnooze.update({
      where: { documentId_userId: { documentId: id, userId: people.ana.id } },
      data: { until: new Date(Date.now() - 1) },
    });
    expect(await shown()).toEqual([id]);
    await snooze(other, null);
    expect(await shown()).toEqual([id, other]);
    expect(await service.prisma.documentSnooze.count()).toBe(0);
  });

  it('a snoozed document can be deleted', async () => {
    const id = await sent();
    await snooze(id, tomorrow());
    const response = await service.call('DELETE', `/upload/file/${id}`, { as: people.ana });
    expect([response.status, await service.prisma.documentSnooze.count()]).toEqual([200, 0]);
  });

  it('snoozing a rejected or unknown document, or another clinician’s, returns 404 and is audited', async () => {
    const id = await sent();
    const foreign = await snooze(id, tomorrow(), people.ben);
    const unknown = await snooze(randomUUID(), tomorrow());
    await inState(id, 'rejected');
    const rejected = await snooze(id, tomorrow());
    for (const { status, body } of [foreign, unknown, rejected])
      expect([status, body.code]).toEqual([404, 'document_not_found']);
    expect(await entries('document.snooze')).toHaveLength(3);
  });

  it.each(['yesterday', new Date(0).toISOString(), 5])('a snooze until %s is refused', async (until) => {
    expect((await snooze(await sent(), until)).status).toBe(400);
  });
});
