import { createHash, randomUUID } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { errors, type Document } from '@caredrop/contracts';
import { eventually, people } from '@caredrop/testing';
import { orientationOnly } from '../src/files/exif-orientation.js';
import { DocumentService } from './support/document-service.js';
import { aPdf } from './support/multipart.js';
import { upload } from './support/uploads.js';

const text = 'a very recognisable finding in the left knee';
let service: DocumentService;

beforeAll(async () => {
  service = await DocumentService.start({ SESSION_CACHE_MS: '1' });
});
afterAll(() => service.stop());

async function sent(name = 'knee.pdf', bytes = aPdf(text)) {
  const link = service.token.newLink();
  await upload(service, link, { file: { name, bytes } });
  return service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
}

/** The path of the document's file URL, without `/api`. */
async function pathOf(id: string, as: (typeof people)[keyof typeof people] = people.ana, headers = {}) {
  const response = await service.call<{ document: Document }>('GET', `/documents/${id}`, { as, headers });
  return new URL(response.body.data.document.file_url ?? '').pathname.replace('/api', '');
}
const get = (path: string, headers: Record<string, string> = {}) => service.call('GET', path, { headers });

describe('a file URL', () => {
  it('a file URL returns the original bytes without further credentials', async () => {
    const response = await get(await pathOf((await sent()).id));
    expect(response.status).toBe(200);
    expect(response.bytes.equals(aPdf(text))).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(aPdf(text).length),
      'content-disposition': 'inline; filename="knee.pdf"',
      'content-security-policy': "sandbox; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    });
  });

  it('two calls return the same file URL, and its origin is the one that the browser used', async () => {
    const { id } = await sent();
    expect(await pathOf(id)).toBe(await pathOf(id));
    const headers = { 'x-public-origin': 'http://localhost:4200' };
    const response = await service.call<{ document: Document }>('GET', `/documents/${id}`, {
      as: people.ana,
      headers,
    });
    expect(response.body.data.document.file_url).toMatch(/^http:\/\/localhost:4200\/api\/files\//);
  });

  it('a download is saved under the document’s name, including special characters', async () => {
    const { id } = await sent('Befund "März" 📄.pdf');
    const { headers } = await get(`${await pathOf(id)}?disposition=attachment`);
    const disposition = String(headers['content-disposition']);
    expect(disposition).toMatch(/^attachment; filename=/);
    const encoded = /filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1] ?? '';
    expect(decodeURIComponent(encoded)).toBe('Befund "März" 📄.pdf');
  });

  it('a file URL supports range and HEAD requests', async () => {
    const path = await pathOf((await sent()).id);
    const whole = aPdf(text);
    const part = await get(path, { range: 'bytes=5-9' });
    expect([part.status, part.headers['content-range'], part.bytes.toString()]).toEqual([
      206,
      `bytes 5-9/${whole.length}`,
      whole.toString('latin1', 5, 10),
    ]);
    const beyond = await get(path, { range: 'bytes=9999-' });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.length}`]);
    const etag = String(part.headers.etag);
    expect((await get(path, { range: 'bytes=0-0', 'if-range': etag })).status).toBe(206);
    expect((await get(path, { range: 'bytes=0-0', 'if-range': '"other"' })).status).toBe(200);
    const head = await service.call('HEAD', path);
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      String(whole.length),
      0,
    ]);
  });

  it('a file URL stops working when its session ends', async () => {
    const sessionId = randomUUID();
    service.auth.sessions.set(sessionId, people.ana);
    const { id } = await sent();
    const response = await service.call<{ document: Document }>('GET', `/documents/${id}`, {
      as: people.ana,
      sessionId,
    });
    const path = new URL(response.body.data.document.file_url ?? '').pathname.replace('/api', '');
    expect((await get(path)).status).toBe(200);
    service.auth.sessions.delete(sessionId);
    await eventually(async () => expect((await get(path)).status).toBe(401));
  });

  it('a file URL returns 503 while its session cannot be checked', async () => {
    const path = await pathOf((await sent()).id);
    service.auth.server.fault = (asked) =>
      asked === '/internal/sessions/check' ? 'not received' : undefined;
    await eventually(async () => expect((await get(path)).status).toBe(503));
    service.auth.server.fault = () => undefined;
    await eventually(async () => expect((await get(path)).status).toBe(200));
  });

  it('a file URL returns 404 once its document is deleted or it has expired', async () => {
    const { id } = await sent();
    const path = await pathOf(id);
    await service.call('DELETE', `/upload/file/${id}`, { as: people.ana });
    expect((await get(path)).status).toBe(404);
    const other = await DocumentService.start({ FILE_URL_LIFETIME_MS: '1', FILE_URL_STEP_MS: '1000' });
    try {
      const link = other.token.newLink();
      await upload(other, link);
      const list = await other.call<{ uploads: Document[] }>('GET', '/documents', { as: people.ana });
      const old = new URL(list.body.data.uploads[0]?.file_url ?? '').pathname.replace('/api', '');
      expect((await other.call('GET', old)).status).toBe(404);
    } finally {
      await other.stop();
    }
  });

  it.each(['checking', 'lost'])(
    'an already issued file URL returns 404 while the document is %s',
    async (state) => {
      const { id } = await sent();
      const path = await pathOf(id);
      expect((await get(path)).status).toBe(200);
      await service.prisma.document.update({ where: { id }, data: { state } });
      const response = await get(path);
      expect([response.status, response.body.message]).toEqual([404, errors.document_not_found.text]);
    },
  );

  it('a file URL with a forged signature returns 404', async () => {
    const { id } = await sent();
    const path = await pathOf(id);
    expect((await get(`${path}x`)).status).toBe(404);
    expect((await get(path.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')))).status).toBe(404);
    expect((await get('/files/anything')).status).toBe(404);
  });
});

describe('a photo', () => {
  it('a photo is delivered without location and device data, with its orientation and its stored size', async () => {
    const tiff = Buffer.concat([orientationOnly(6), Buffer.from('GPS 51.5 N, SomePhone 12')]);
    const photo = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 2 + 6 + tiff.length]),
      Buffer.from('Exif\0\0', 'latin1'),
      tiff,
      Buffer.from([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]),
    ]);
    const link = service.token.newLink();
    const file = { name: 'IMG_1.JPG', type: 'image/jpeg', bytes: photo };
    const { upload: receipt } = (await upload(service, link, { file })).body.data;
    const document = await service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
    const response = await get(await pathOf(document.id));
    expect(response.headers['content-type']).toBe('image/jpeg');
    expect(response.bytes.includes('GPS')).toBe(false);
    expect(response.bytes.includes('SomePhone')).toBe(false);
    expect(response.bytes.includes(orientationOnly(6))).toBe(true);
    expect([receipt.file_size, document.fileSize]).toEqual([response.bytes.length, response.bytes.length]);
    const ledger = await service.prisma.ledgerEntry.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
    expect(Buffer.from(ledger.receivedSha256).equals(createHash('sha256').update(photo).digest())).toBe(true);
  });
});

describe('stored objects', () => {
  const load = async (key: string) => {
    const { Body } = await service.s3.send(new GetObjectCommand({ Bucket: service.env.S3_BUCKET, Key: key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  const save = (key: string, Body: Buffer) =>
    service.s3.send(new PutObjectCommand({ Bucket: service.env.S3_BUCKET, Key: key, Body }));

  it('a stored object is encrypted, and its key contains no identifier', async () => {
    const { storageKey, id } = await sent();
    const object = await load(storageKey ?? '');
    expect(object.includes(Buffer.from('recognisable'))).toBe(false);
    expect(object.includes(Buffer.from('%PDF'))).toBe(false);
    expect(object[0]).toBe(3);
    expect(storageKey).toMatch(/^documents\/[0-9a-f]{2}\/[0-9a-f]{32}$/);
    expect(storageKey).not.toContain(id.slice(0, 8));
  });

  it.each([0, 1, 20, -1])(
    'a stored object with a flipped byte returns 500, is logged and is counted (byte %i)',
    async (at) => {
      const { storageKey, id } = await sent();
      const path = await pathOf(id);
      const object = await load(storageKey ?? '');
      const index = at < 0 ? object.length + at : at;
      object[index] = (object[index] ?? 0) ^ 1;
      await save(storageKey ?? '', object);
      for (const range of ['', 'bytes=0-3']) {
        const response = await get(path, range ? { range } : {});
        expect([response.status, response.body.message]).toEqual([
          500,
          'This document cannot be read at the moment',
        ]);
        expect(response.headers['content-disposition']).toBeUndefined();
      }
      expect(
        service.lines.some((line) => line.includes('failed to read a stored document') && line.includes(id)),
      ).toBe(true);
      expect((await service.call('GET', '/metrics')).bytes.toString()).toMatch(
        /document_unreadable_total [1-9]/,
      );
    },
  );

  it.each([
    ['clinician', { ownerId: people.ben.id }],
    ['patient', { patientRefId: 'P-other' }],
  ])('a stored object does not decrypt once its row belongs to another %s', async (_whom, data) => {
    const { id } = await sent();
    await service.prisma.document.update({ where: { id }, data });
    const as = 'ownerId' in data ? people.ben : people.ana;
    const response = await get(await pathOf(id, as));
    expect([response.status, response.body.message]).toEqual([500, errors.document_unreadable.text]);
    expect(
      service.lines.some((line) => line.includes('failed to read a stored document') && line.includes(id)),
    ).toBe(true);
  });

  it('a stored object does not decrypt in place of another document’s object', async () => {
    const [one, other] = [await sent(), await sent()];
    await save(one.storageKey ?? '', await load(other.storageKey ?? ''));
    expect((await get(await pathOf(one.id))).status).toBe(500);
  });

  it('a truncated, padded or overwritten object returns 500', async () => {
    const document = await sent();
    const path = await pathOf(document.id);
    const object = await load(document.storageKey ?? '');
    for (const damaged of [
      object.subarray(0, -1),
      Buffer.concat([object, Buffer.alloc(1)]),
      Buffer.alloc(6_000_000),
    ]) {
      await save(document.storageKey ?? '', damaged);
      expect((await get(path)).status).toBe(500);
    }
  });
});
