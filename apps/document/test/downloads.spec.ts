import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { Document } from '@caredrop/contracts';
import { eventually, people, readZip, type Person } from '@caredrop/testing';
import { jest } from '@jest/globals';
import { ReadDocument } from '../src/documents/read-document.js';
import { DocumentService } from './support/document-service.js';
import { aPdf } from './support/multipart.js';
import { openUpload } from './support/open-upload.js';
import { upload } from './support/uploads.js';

let service: DocumentService;
beforeEach(async () => {
  service = await DocumentService.start({ SESSION_CACHE_MS: '1' });
});
afterEach(() => service.stop());

async function sent(name = 'scan.pdf', bytes = aPdf()) {
  const link = service.token.newLink();
  expect((await upload(service, link, { file: { name, bytes } })).status).toBe(201);
  return service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
}
async function pathOf(id: string, as: Person = people.ana, sessionId?: string) {
  const options = { as, ...(sessionId ? { sessionId } : {}) };
  const response = await service.call<{ document: Document }>('GET', `/documents/${id}`, options);
  return new URL(response.body.data.document.file_url ?? '').pathname.replace('/api', '');
}
async function flipBit(key: string | null): Promise<void> {
  const place = { Bucket: service.env.S3_BUCKET, Key: key ?? '' };
  const { Body } = await service.s3.send(new GetObjectCommand(place));
  const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  await service.s3.send(new PutObjectCommand({ ...place, Body: bytes }));
}
const zip = (documentIds: string[]) =>
  service.call('POST', '/admin/documents/download', { as: people.dora, json: { documentIds } });

describe('a copied file URL', () => {
  it('a copied file URL opens for the user to whom it was issued and returns 404 to any other signed-in user', async () => {
    const path = await pathOf((await sent()).id);
    expect((await service.call('GET', path, { as: people.ana })).status).toBe(200);
    for (const as of [people.ben, people.dora]) {
      const response = await service.call('GET', path, { as });
      expect([response.status, response.body.message]).toEqual([404, 'Document not found']);
    }
  });

  it('a file URL stops working when its session ends, while the URL of another session works', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    for (const session of [first, second]) service.auth.sessions.set(session, people.ana);
    const { id } = await sent();
    const [old, fresh] = [await pathOf(id, people.ana, first), await pathOf(id, people.ana, second)];
    service.auth.sessions.delete(first);
    await eventually(async () => expect((await service.call('GET', old)).status).toBe(401));
    expect((await service.call('GET', fresh)).status).toBe(200);
  });

  it('a file URL returns 404 once its user may no longer see the document', async () => {
    const { id } = await sent();
    service.sessionOf(people.ben);
    expect((await service.call('GET', `/documents/${id}`, { as: people.ben })).status).toBe(404);
    await service.prisma.document.update({ where: { id }, data: { ownerId: people.chloe.id } });
    const path = await pathOf(id, people.chloe);
    await service.prisma.document.update({ where: { id }, data: { ownerId: people.ana.id } });
    expect((await service.call('GET', path)).status).toBe(404);
  });
});

describe('a download', () => {
  it.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml'])(
    'a document stored with the type %s is delivered as an attachment, never inline',
    async (fileType) => {
      const { id } = await sent();
      await service.prisma.document.update({ where: { id }, data: { fileType } });
      const { headers } = await service.call('GET', await pathOf(id));
      expect(headers['content-type']).toBe('application/octet-stream');
      expect(headers['content-disposition']).toMatch(/^attachment;/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toBe("sandbox; frame-ancestors 'self'");
    },
  );
});

describe('a damaged object', () => {
  it('a zip leaves out a damaged document, names it in MISSING.txt and contains the others', async () => {
    const [good, bad] = [await sent('good.pdf'), await sent('bad.pdf')];
    await flipBit(bad.storageKey);
    const entries = readZip((await zip([bad.id, good.id])).bytes);
    expect([...entries.keys()]).toEqual(['P-1/good.pdf', 'MISSING.txt']);
    expect(entries.get('P-1/good.pdf')?.equals(aPdf())).toBe(true);
    expect(entries.get('MISSING.txt')?.toString()).toContain('P-1/bad.pdf: could not be read');
    expect((await service.call('GET', '/metrics')).bytes.toString()).toMatch(
      /document_unreadable_total [1-9]/,
    );
  });
});

describe('a zip that fails midway', () => {
  it('a zip download that fails midway is aborted, so that it does not look complete', async () => {
    const ids = [(await sent('one.pdf')).id, (await sent('two.pdf')).id];
    const reader = service.app.get(ReadDocument);
    const real = reader.execute.bind(reader);
    const spy = jest
      .spyOn(reader, 'execute')
      .mockImplementation((document, signal) =>
        document.id === ids[1] ? Promise.resolve({} as Buffer) : real(document, signal),
      );
    try {
      expect(await downloaded(JSON.stringify({ documentIds: ids }))).toBe('broken');
    } finally {
      spy.mockRestore();
    }
    expect(service.lines.some((line) => line.includes('failed to complete a zip download'))).toBe(true);
  });

  async function downloaded(body: string): Promise<'whole' | 'broken'> {
    const headers = { ...(await service.headers({ as: people.dora })), 'content-type': 'application/json' };
    return new Promise((resolve) => {
      const asking = request(`${service.url}/admin/documents/download`, { method: 'POST', headers });
      asking.on('error', () => resolve('broken'));
      asking.on('response', (response) => {
        response.on('error', () => resolve('broken'));
        response.on('close', () => resolve(response.complete ? 'whole' : 'broken'));
        response.resume();
      });
      asking.end(body);
    });
  }
});

describe('removed objects', () => {
  it('the bucket keeps no object of a deleted document, a refused file or an interrupted upload', async () => {
    const kept = await sent('kept.pdf');
    const deleted = await sent('deleted.pdf');
    expect((await service.call('DELETE', `/upload/file/${deleted.id}`, { as: people.ana })).status).toBe(200);
    await upload(service, service.token.newLink(), { file: { bytes: Buffer.from('<html>') } });
    const link = service.token.newLink();
    const broken = await openUpload(service, link, { file: { bytes: aPdf() } });
    await broken.send(broken.body.subarray(0, 150));
    await eventually(() => expect(link.claimId).not.toBeNull());
    broken.vanish();
    await eventually(async () => expect(await service.objects()).toEqual([kept.storageKey]));
  });
});
