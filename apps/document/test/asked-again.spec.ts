import { randomUUID } from 'node:crypto';
import type { Document } from '@caredrop/contracts';
import { emitInto, OutboxRelay } from '@caredrop/messaging';
import { eventually, people } from '@caredrop/testing';
import { DocumentService } from './support/document-service.js';
import { aPdf } from './support/multipart.js';
import { upload } from './support/uploads.js';

let service: DocumentService;

beforeAll(async () => {
  service = await DocumentService.start();
});
afterAll(() => service.stop());

const askedAt = '2026-11-23T10:00:00.000Z';

async function sent() {
  const link = service.token.newLink({ ownerId: people.ana.id, patientRefId: 'P-1' });
  const file = { bytes: aPdf(), name: 'a.pdf', type: 'application/pdf' };
  expect((await upload(service, link, { file })).status).toBe(201);
  const { id } = await service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
  return { documentId: id, tokenId: link.tokenId, ownerId: people.ana.id };
}

async function askAgain(about: Awaited<ReturnType<typeof sent>>, replacedBy: string): Promise<void> {
  const origin = { source: 'token', correlation: undefined, causationId: null };
  const emit = emitInto(service.prisma, origin, () => undefined);
  const data = { ...about, replacedBy, askedAt };
  await emit({ type: 'token.asked_again', aggregateId: about.tokenId, aggregateVersion: 4, data });
  service.app.get(OutboxRelay).wake();
}

const emitted = (documentId: string) =>
  service.prisma.outboxEvent.count({ where: { type: 'document.asked_again', aggregateId: documentId } });

describe('a document that is asked for again', () => {
  it('a list and the details show when the document was asked for again and its new link, and an event is emitted', async () => {
    const about = await sent();
    const replacedBy = randomUUID();
    const before = await service.call<{ document: Document }>('GET', `/documents/${about.documentId}`, {
      as: people.ana,
    });
    expect(before.body.data.document).not.toHaveProperty('asked_again');
    await askAgain(about, replacedBy);
    await eventually(async () => expect(await emitted(about.documentId)).toBe(1));
    const asked_again = { at: askedAt, token_id: replacedBy };
    const { body } = await service.call<{ uploads: Document[] }>('GET', '/documents', { as: people.ana });
    expect(body.data.uploads.find(({ id }) => id === about.documentId)).toMatchObject({ asked_again });
    const details = await service.call<{ document: Document }>('GET', `/documents/${about.documentId}`, {
      as: people.ana,
    });
    expect(details.body.data.document).toMatchObject({ asked_again, review: { state: 'new' } });
  });

  it('an event about a deleted document or another link changes nothing', async () => {
    const [deleted, other] = [await sent(), await sent()];
    await service.call('DELETE', `/upload/file/${deleted.documentId}`, { as: people.ana });
    await askAgain(deleted, randomUUID());
    await askAgain({ ...other, tokenId: randomUUID() }, randomUUID());
    const last = await sent();
    await askAgain(last, randomUUID());
    await eventually(async () => expect(await emitted(last.documentId)).toBe(1));
    expect(await emitted(deleted.documentId)).toBe(0);
    expect(await emitted(other.documentId)).toBe(0);
  });
});
