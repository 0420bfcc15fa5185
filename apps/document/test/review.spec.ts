import { randomUUID } from 'node:crypto';
import type { Document, Review, ReviewBody } from '@caredrop/contracts';
import { people } from '@caredrop/testing';
import { DocumentService } from './support/document-service.js';
import { aPdf } from './support/multipart.js';
import { upload } from './support/uploads.js';

type Someone = (typeof people)[keyof typeof people];

let service: DocumentService;
let documentId: string;

beforeAll(async () => {
  service = await DocumentService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.prisma.$executeRaw`DELETE FROM documents`;
  documentId = await sent();
  await service.prisma.$executeRaw`DELETE FROM outbox`;
});

async function sent(owner: string = people.ana.id): Promise<string> {
  const link = service.token.newLink({ ownerId: owner, patientRefId: 'P-1' });
  const file = { bytes: aPdf(), name: 'a.pdf', type: 'application/pdf' };
  expect((await upload(service, link, { file })).status).toBe(201);
  return (await service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } })).id;
}

const review = (body: ReviewBody, as: Someone | null = people.ana, id = documentId) =>
  service.call<{ review: Review }>('POST', `/documents/${id}/review`, { as, json: body });
const list = async (path: string, as: Someone) =>
  (await service.call<{ uploads: Document[]; stats?: { total: number } }>('GET', path, { as })).body.data;
const ids = (response: { uploads: Document[] }) => response.uploads.map(({ id }) => id);
const details = async (as: Someone, id = documentId) =>
  (await service.call<{ document: Document }>('GET', `/documents/${id}`, { as })).body.data.document;
const inState = (state: string) =>
  service.prisma.document.update({
    where: { id: documentId },
    data: { state, ...(state === 'rejected' && { storageKey: null, keyId: null, wrappedKey: null }) },
  });

async function outbox(): Promise<string[]> {
  const rows = await service.prisma.$queryRaw<{ what: string }[]>`
    SELECT coalesce(envelope->'data'->>'action', type) AS what FROM outbox ORDER BY created_at, type DESC`;
  return rows.map(({ what }) => what);
}

describe('the review of a document', () => {
  it('a document is new until a person marks it, and viewing it does not mark it', async () => {
    await details(people.ana);
    expect((await details(people.ana)).review).toEqual({ state: 'new', by: null, at: null });
  });

  it('a document is marked as reviewed, then as filed, and lists and details name the person and the time', async () => {
    const before = Date.now();
    const first = await review({ state: 'reviewed', from: 'new' });
    expect(first.status).toBe(200);
    const second = await review({ state: 'filed', from: 'reviewed' }, people.dora);
    const { review: shown } = await details(people.ana);
    expect(second.body.data.review).toEqual(shown);
    expect(shown).toMatchObject({ state: 'filed', by: { firstName: 'Dora', lastName: 'Lindqvist' } });
    expect(Date.parse(shown.at ?? '')).toBeGreaterThanOrEqual(before - 1);
    expect((await list('/documents', people.ana)).uploads[0]?.review).toEqual(shown);
    expect((await list('/admin/documents', people.dora)).uploads[0]?.review).toEqual(shown);
  });

  it('undoing a review makes the document new again and removes the reviewer', async () => {
    await review({ state: 'filed', from: 'new' });
    const { body } = await review({ state: 'new', from: 'filed' });
    expect(body.data.review).toEqual({ state: 'new', by: null, at: null });
    const row = await service.prisma.document.findUniqueOrThrow({ where: { id: documentId } });
    expect(row).toMatchObject({ reviewedBy: null, reviewerFirstName: null, reviewerLastName: null });
  });

  it('each change of the review emits one event and is audited once', async () => {
    await review({ state: 'reviewed', from: 'new' });
    await review({ state: 'filed', from: 'reviewed' });
    await review({ state: 'new', from: 'filed' });
    expect(await outbox()).toEqual([
      ...['document.review_changed', 'document.reviewed'],
      ...['document.review_changed', 'document.filed'],
      ...['document.review_changed', 'document.review_undone'],
    ]);
  });

  it('repeating a change of the review keeps the first person and time, and writes nothing', async () => {
    const { body } = await review({ state: 'reviewed', from: 'new' });
    await service.prisma.$executeRaw`DELETE FROM outbox`;
    const again = await review({ state: 'reviewed', from: 'new' }, people.dora);
    expect([again.status, again.body.data]).toEqual([200, body.data]);
    expect(await outbox()).toEqual([]);
  });

  it('a change based on an outdated state is refused and audited', async () => {
    await review({ state: 'filed', from: 'new' }, people.dora);
    await service.prisma.$executeRaw`DELETE FROM outbox`;
    const late = await review({ state: 'reviewed', from: 'new' });
    expect([late.status, late.body.code]).toEqual([409, 'review_changed']);
    expect((await details(people.ana)).review).toMatchObject({ state: 'filed', by: { firstName: 'Dora' } });
    expect(await outbox()).toContain('document.reviewed');
    const [entry] = await service.prisma.$queryRaw<{ data: unknown }[]>`
      SELECT envelope->'data' AS data FROM outbox WHERE envelope->'data'->>'action' = 'document.reviewed'`;
    expect(entry?.data).toMatchObject({ outcome: 'refused', reason: 'review_changed' });
  });

  it('only one of two concurrent changes succeeds', async () => {
    const responses = await Promise.all([
      review({ state: 'reviewed', from: 'new' }),
      review({ state: 'filed', from: 'new' }, people.dora),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const made = responses.find(({ status }) => status === 200);
    expect((await details(people.ana)).review).toEqual(made?.body.data.review);
  });

  it.each(['checking', 'lost'])('a document that is %s cannot be reviewed or filed', async (state) => {
    await inState(state);
    for (const wanted of ['reviewed', 'filed'] as const) {
      const { status, body } = await review({ state: wanted, from: 'new' });
      expect([status, body.code]).toEqual([409, 'review_impossible']);
    }
  });

  it('the review of a document that has since been lost can be undone', async () => {
    await review({ state: 'reviewed', from: 'new' });
    await inState('lost');
    expect((await review({ state: 'new', from: 'reviewed' })).status).toBe(200);
  });

  it('reviewing a rejected or unknown document, or another clinician’s, returns 404', async () => {
    const body = { state: 'reviewed', from: 'new' } as const;
    for (const response of [
      await review(body, people.ben),
      await review(body, people.ana, randomUUID()),
      await review(body, people.ana, 'not-an-id'),
    ])
      expect([response.status, response.body.code]).toEqual([404, 'document_not_found']);
    await inState('rejected');
    expect((await review(body)).status).toBe(404);
    expect((await review(body, null)).status).toBe(401);
  });

  it('an unknown review state is refused', async () => {
    for (const body of [{ state: 'read', from: 'new' }, { state: 'filed' }])
      expect((await review(body as ReviewBody)).status).toBe(400);
  });

  it('a review is not saved when it cannot be audited', async () => {
    await service.prisma.$executeRaw`ALTER TABLE outbox RENAME TO outbox_away`;
    const { status } = await review({ state: 'reviewed', from: 'new' });
    await service.prisma.$executeRaw`ALTER TABLE outbox_away RENAME TO outbox`;
    expect(status).toBeGreaterThanOrEqual(500);
    expect((await details(people.ana)).review.state).toBe('new');
  });

  it('a change of the review does not change the document counts', async () => {
    const total = async () => (await list('/admin/documents?limit=1', people.dora)).stats?.total;
    const before = await total();
    await review({ state: 'filed', from: 'new' });
    expect(await total()).toBe(before);
  });
});

describe('lists filtered by review', () => {
  it('a filtered list and its counts contain only documents in the requested review state', async () => {
    const reviewed = await sent();
    await review({ state: 'reviewed', from: 'new' }, people.ana, reviewed);
    for (const [path, as] of [
      ['/documents', people.ana],
      ['/admin/documents', people.dora],
    ] as const) {
      expect(ids(await list(`${path}?review=new`, as))).toEqual([documentId]);
      expect(ids(await list(`${path}?review=reviewed`, as))).toEqual([reviewed]);
      expect(ids(await list(`${path}?review=filed`, as))).toEqual([]);
      expect(ids(await list(`${path}?review=`, as))).toEqual([reviewed, documentId]);
      expect((await list(`${path}?review=new&limit=5`, as)).stats?.total).toBe(1);
    }
  });

  it('a filter by an unknown review state is refused', async () => {
    expect((await service.call('GET', '/documents?review=read', { as: people.ana })).status).toBe(400);
  });
});

describe('documents that a person has opened', () => {
  const seenBy = async (as: Someone, path = '/documents') => (await list(path, as)).uploads[0]?.seen;

  it('a document is unread for each person until that person opens it', async () => {
    expect(await seenBy(people.ana)).toBe(false);
    expect((await details(people.ana)).seen).toBe(true);
    expect(await seenBy(people.ana)).toBe(true);
    expect(await seenBy(people.dora, '/admin/documents')).toBe(false);
    await details(people.dora);
    expect(await seenBy(people.dora, '/admin/documents')).toBe(true);
  });

  it('opening a document again adds no second mark', async () => {
    for (const _time of [1, 2]) await details(people.ana);
    expect(await service.prisma.documentSeen.count({ where: { documentId } })).toBe(1);
  });

  it('a person who may not open a document leaves no mark', async () => {
    await service.call('GET', `/documents/${documentId}`, { as: people.ben });
    expect(await service.prisma.documentSeen.count({ where: { documentId } })).toBe(0);
  });

  it('deleting a document deletes the marks of everyone who opened it', async () => {
    await details(people.ana);
    await details(people.dora);
    await service.call('DELETE', `/upload/file/${documentId}`, { as: people.ana });
    expect(await service.prisma.documentSeen.count({ where: { documentId } })).toBe(0);
  });
});
