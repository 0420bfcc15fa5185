import { randomUUID } from 'node:crypto';
import type { Document, RequestItem } from '@caredrop/contracts';
import { people, readZip } from '@caredrop/testing';
import { DocumentService, type Colleague } from './support/document-service.js';
import { aPdf } from './support/multipart.js';
import { upload } from './support/uploads.js';

const [ana, ben, dora] = [people.ana, people.ben, people.dora];
const labels = ['Insurance card', 'Referral', 'Photo'];
let service: DocumentService;
beforeAll(async () => {
  service = await DocumentService.start();
});
afterAll(() => service.stop());

const itemOf = (id: string, position: number): RequestItem => ({
  ...{ id, position, count: labels.length, label: labels[position - 1] ?? '' },
});

/** Uploads a document of Ana's request, as its patient does. */
async function sent(request: RequestItem | undefined, name = 'scan.pdf') {
  const link = service.token.newLink({ ownerId: ana.id, ...(request && { request }) });
  const file = { name, bytes: aPdf(`${request?.position}`) };
  expect((await upload(service, link, { file })).status).toBe(201);
  return service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
}

const shown = async (id: string, as: Colleague = ana) =>
  (await service.call<{ document: Document }>('GET', `/documents/${id}`, { as })).body.data.document;
const downloadAll = (requestId: string, as: Colleague | null = ana) =>
  service.call('POST', `/requests/${requestId}/download`, { as });
const downloads = async () => {
  const rows = await service.prisma.$queryRaw<{ data: Record<string, unknown> }[]>`
    SELECT envelope->'data' AS data FROM outbox WHERE type = 'audit.recorded' ORDER BY created_at`;
  return rows.map(({ data }) => data).filter(({ action }) => action === 'document.download_zip');
};
const namesIn = (bytes: Buffer) => [...readZip(bytes).keys()];

describe('documents of a request', () => {
  it('a document states its position and label within its request', async () => {
    const requestId = randomUUID();
    const { id } = await sent(itemOf(requestId, 2));
    expect((await shown(id)).request).toEqual({ id: requestId, position: 2, count: 3, label: 'Referral' });
    const response = await service.call<{ uploads: Document[] }>('GET', '/documents', { as: ana });
    expect(response.body.data.uploads.find((one) => one.id === id)?.request).toMatchObject({ position: 2 });
    expect(await shown((await sent(undefined)).id)).not.toHaveProperty('request');
  });

  it('a clinician downloads the documents of one request as a zip, in the order of the request', async () => {
    const requestId = randomUUID();
    for (const position of [3, 1, 2]) await sent(itemOf(requestId, position));
    await sent(itemOf(randomUUID(), 1));
    const response = await downloadAll(requestId);
    expect(response.status).toBe(200);
    expect(namesIn(response.bytes)).toEqual([
      'P-1/01 Insurance card - scan.pdf',
      'P-1/02 Referral - scan.pdf',
      'P-1/03 Photo - scan.pdf',
    ]);
  });

  it('a document that was sent again comes after the original', async () => {
    const requestId = randomUUID();
    await sent(itemOf(requestId, 1), 'blurred.pdf');
    await sent(itemOf(requestId, 2));
    await sent(itemOf(requestId, 1), 'sharp.pdf');
    expect(namesIn((await downloadAll(requestId)).bytes).map((name) => name.slice(4))).toEqual([
      '01 Insurance card - blurred.pdf',
      '01 Insurance card - sharp.pdf',
      '02 Referral - scan.pdf',
    ]);
  });

  it('in an administrator’s selection, documents of one request are grouped in the request’s order, at the place of the first', async () => {
    const requestId = randomUUID();
    const other = await sent(undefined, 'other.pdf');
    const [third, first] = [await sent(itemOf(requestId, 3)), await sent(itemOf(requestId, 1))];
    const last = await sent(undefined, 'last.pdf');
    const documentIds = [other.id, third.id, last.id, first.id];
    const response = await service.call('POST', '/admin/documents/download', {
      as: dora,
      json: { documentIds },
    });
    expect(namesIn(response.bytes).map((name) => name.slice(4))).toEqual([
      'other.pdf',
      '01 Insurance card - scan.pdf',
      '03 Photo - scan.pdf',
      'last.pdf',
    ]);
  });

  it('the download of a request is audited with every document in it', async () => {
    const requestId = randomUUID();
    const { id } = await sent(itemOf(requestId, 1));
    await downloadAll(requestId);
    const entries = await downloads();
    expect(entries.at(-1)).toMatchObject({ outcome: 'success', related: [{ kind: 'document', id }] });
  });

  it('a colleague cannot download the documents of a request, and the attempt is audited', async () => {
    const requestId = randomUUID();
    const { id } = await sent(itemOf(requestId, 1));
    expect((await downloadAll(requestId, ben)).status).toBe(404);
    const entries = await downloads();
    expect(JSON.stringify(entries.at(-1))).toContain(id);
    expect(entries.at(-1)).toMatchObject({ outcome: 'refused' });
  });

  it('a colleague who has taken over one document of a request can download only that one', async () => {
    const requestId = randomUUID();
    await sent(itemOf(requestId, 1));
    const { id } = await sent(itemOf(requestId, 2));
    await service.prisma.document.update({
      where: { id },
      data: { ownerId: ben.id, sealedFor: ana.id },
    });
    expect(namesIn((await downloadAll(requestId, ben)).bytes)).toEqual(['P-1/02 Referral - scan.pdf']);
  });

  it.each([
    ['with an unknown id', randomUUID()],
    ['with a malformed id', 'x'],
  ])('a download of a request %s is refused', async (_what, id) => {
    expect((await downloadAll(id)).status).toBe(404);
    expect((await downloadAll(id, null)).status).toBe(401);
  });
});
