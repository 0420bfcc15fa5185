import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { AuditRecord, Document } from '@caredrop/contracts';
import { eventually, people, type Person } from '@caredrop/testing';
import { jest } from '@jest/globals';
import { CIPHER_HEADER, SEGMENT, segmentOffset, TAG } from '../src/files/segments.js';
import { DATA_KEYS, type DataKeys } from '../src/storage/data-keys.js';
import { OBJECT_STORE, StorageUnavailable, type ObjectStore } from '../src/storage/object-store.js';
import { Barrier } from './support/barrier.js';
import { DocumentService } from './support/document-service.js';
import { earlierObject } from './support/earlier-formats.js';
import { aPdfOf } from './support/multipart.js';
import { upload } from './support/uploads.js';

/** Many segments, and an incomplete last one. */
const SIZE = 40 * SEGMENT + 7;
const plain = aPdfOf(SIZE);
let service: DocumentService;

/**
 * Starts a new service for the tests of one `describe`: beyond a quota per service, failures would share an
 * audit entry.
 */
function ownService(): void {
  beforeAll(async () => {
    service = await DocumentService.start({ SESSION_CACHE_MS: '1' });
  });
  afterAll(() => service.stop());
}
afterEach(() => jest.restoreAllMocks());

async function sent(bytes = plain) {
  const link = service.token.newLink();
  expect((await upload(service, link, { file: { bytes } })).status).toBe(201);
  const row = await service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
  return { ...row, storageKey: row.storageKey ?? '', path: await pathOf(row.id) };
}
async function pathOf(id: string, as: Person = people.ana) {
  const response = await service.call<{ document: Document }>('GET', `/documents/${id}`, { as });
  return new URL(response.body.data.document.file_url ?? '').pathname.replace('/api', '');
}
const get = (path: string, headers: Record<string, string> = {}) => service.call('GET', path, { headers });
const load = async (Key: string) => {
  const { Body } = await service.s3.send(new GetObjectCommand({ Bucket: service.env.S3_BUCKET, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
};
const save = (Key: string, Body: Buffer) =>
  service.s3.send(new PutObjectCommand({ Bucket: service.env.S3_BUCKET, Key, Body }));
async function flip(key: string, at: number): Promise<void> {
  const object = await load(key);
  object[at] = (object[at] ?? 0) ^ 1;
  await save(key, object);
}

/** Sends a GET and resolves with the response as soon as its headers arrive. */
async function begin(path: string): Promise<IncomingMessage> {
  const asking = request(`${service.url}${path}`, { headers: await service.headers({}) });
  asking.end();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
}
async function received(response: IncomingMessage): Promise<{ bytes: Buffer; complete: boolean }> {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
  await new Promise((resolve) => response.once('close', resolve));
  return { bytes: Buffer.concat(chunks), complete: response.complete };
}
const download = async (path: string) => received(await begin(path));

async function unreadable(): Promise<number> {
  const metrics = (await service.call('GET', '/metrics')).bytes.toString();
  return Number(/^document_unreadable_total (\d+)/m.exec(metrics)?.[1] ?? 0);
}
async function entries(documentId: string): Promise<AuditRecord[]> {
  const rows = await service.prisma.$queryRaw<{ data: AuditRecord }[]>`
    SELECT envelope->'data' AS data FROM outbox WHERE type = 'audit.recorded' ORDER BY created_at`;
  return rows
    .map(({ data }) => data)
    .filter(({ subject, action }) => subject?.id === documentId && /open_original|download/.test(action));
}

/** Makes every read of the store after the first `reads` wait until the barrier opens. */
function holdAfter(reads: number) {
  const store = service.app.get<ObjectStore>(OBJECT_STORE);
  const real = store.get.bind(store);
  const barrier = new Barrier();
  const spy = jest.spyOn(store, 'get').mockImplementation(async (key, part) => {
    if (spy.mock.calls.length > reads) await barrier.pass();
    return real(key, part);
  });
  return { spy, barrier };
}

describe('a part of a document', () => {
  ownService();

  it.each(['segments', 'one piece'])(
    'ranges at segment boundaries return the right bytes of a document encrypted in %s',
    async (form) => {
      const { id, storageKey, path, ...row } = await sent();
      if (form === 'one piece') {
        const { keyId, wrappedKey, ...ids } = row;
        const keys = service.app.get<DataKeys>(DATA_KEYS);
        const dataKey = await keys.unwrap(
          { keyId: keyId ?? '', wrappedKey: wrappedKey ?? new Uint8Array() },
          id,
        );
        await save(
          storageKey,
          earlierObject(2, plain, dataKey, { documentId: id, ...ids, sealedFor: ids.ownerId }),
        );
      }
      const last = SIZE - 1;
      for (const [start, end] of [
        [0, 0],
        [0, SEGMENT - 1],
        [0, SEGMENT],
        [SEGMENT - 1, SEGMENT],
        [SEGMENT, SEGMENT],
        [SEGMENT, 2 * SEGMENT - 1],
        [SEGMENT + 1, 18 * SEGMENT],
        [SEGMENT, 17 * SEGMENT - 1],
        [40 * SEGMENT - 1, last],
        [40 * SEGMENT, last],
        [last, last],
        [0, last],
      ] as const) {
        const response = await get(path, { range: `bytes=${start}-${end}` });
        expect([
          response.status,
          response.headers['content-range'],
          response.headers['content-length'],
        ]).toEqual([206, `bytes ${start}-${end}/${SIZE}`, String(end - start + 1)]);
        expect(response.bytes.equals(plain.subarray(start, end + 1))).toBe(true);
      }
      const whole = await get(path);
      expect([whole.status, whole.headers['content-length']]).toEqual([200, String(SIZE)]);
      expect(whole.bytes.equals(plain)).toBe(true);
      expect((await get(path, { range: `bytes=${SIZE}-` })).status).toBe(416);
      expect((await get(path, { range: 'bytes=-7' })).bytes.equals(plain.subarray(-7))).toBe(true);
    },
  );

  it('a range reads the header and its own segments of the object, and nothing more', async () => {
    const { path } = await sent();
    const { spy } = holdAfter(Infinity);
    await get(path, { range: `bytes=${3 * SEGMENT + 5}-${3 * SEGMENT + 9}` });
    expect(spy.mock.calls.map(([, part]) => part)).toEqual([
      { offset: 0, length: CIPHER_HEADER },
      { offset: segmentOffset(3), length: SEGMENT + TAG },
    ]);
  });

  it('HEAD ignores a range, and a request for several ranges returns the whole document', async () => {
    const { path } = await sent();
    const head = await service.call('HEAD', path, { headers: { range: 'bytes=0-3' } });
    expect([head.status, head.headers['content-length'], head.headers['content-range']]).toEqual([
      200,
      String(SIZE),
      undefined,
    ]);
    expect((await get(path, { range: 'bytes=0-3,9-12' })).bytes.equals(plain)).toBe(true);
  });

  it('a range request is refused for another user and after the document is deleted, like a full download', async () => {
    const { path, id } = await sent();
    const headers = { range: 'bytes=0-3' };
    expect((await service.call('GET', path, { headers, as: people.ben })).status).toBe(404);
    await service.call('DELETE', `/upload/file/${id}`, { as: people.ana });
    expect((await get(path, headers)).status).toBe(404);
  });
});

describe('a download', () => {
  ownService();

  it('the first segment arrives before the rest has been read', async () => {
    const { path } = await sent();
    const { barrier } = holdAfter(1);
    const response = await begin(path);
    const [chunk] = (await once(response, 'data')) as [Buffer];
    expect(chunk.equals(plain.subarray(0, chunk.length))).toBe(true);
    response.pause();
    barrier.open();
    const rest = await received(response);
    expect(rest.complete).toBe(true);
    expect(Buffer.concat([chunk, rest.bytes]).equals(plain)).toBe(true);
  });

  it('reading stops when the client disconnects, which is not counted as a failure', async () => {
    const { path, id } = await sent();
    const before = await unreadable();
    const { spy, barrier } = holdAfter(1);
    const server = service.app.getHttpServer();
    const closed = once(server, 'request').then(
      ([, reply]: ServerResponse[]) => reply && once(reply, 'close'),
    );
    const response = await begin(path);
    await once(response, 'data');
    await eventually(() => expect(spy.mock.calls).toHaveLength(2));
    response.destroy();
    await closed;
    barrier.open();
    expect((await get(await pathOf(id), { range: 'bytes=0-3' })).status).toBe(206);
    expect(spy.mock.calls).toHaveLength(3);
    expect(await unreadable()).toBe(before);
    expect(await entries(id)).toMatchObject([{ outcome: 'success' }]);
  });
});

const failure = { outcome: 'failed', reason: 'document_unreadable' };

describe('a document with a flipped byte', () => {
  ownService();

  it.each([1, 16, 17, 39, 40])(
    'a flipped byte in segment %i breaks the transfer before that segment, and raises the alarm',
    async (index) => {
      const { path, id, storageKey } = await sent();
      await flip(storageKey, segmentOffset(index) + 3);
      const before = await unreadable();
      const { bytes, complete } = await download(path);
      expect(complete).toBe(false);
      expect(bytes.length).toBeLessThanOrEqual(index * SEGMENT);
      expect(bytes.equals(plain.subarray(0, bytes.length))).toBe(true);
      expect(await unreadable()).toBe(before + 1);
      expect(
        service.lines.some((line) => line.includes('failed to read a stored document') && line.includes(id)),
      ).toBe(true);
      await eventually(async () =>
        expect(await entries(id)).toMatchObject([
          { action: 'document.open_original', outcome: 'success' },
          failure,
        ]),
      );
      const part = await get(path, { range: `bytes=${index * SEGMENT}-${index * SEGMENT}` });
      expect(part.status).toBe(500);
    },
  );

  it.each([0, 5, CIPHER_HEADER, segmentOffset(1) - 1])(
    'a flipped byte in the header or first segment returns 500 (byte %i)',
    async (at) => {
      const { path, id, storageKey } = await sent();
      await flip(storageKey, at);
      const response = await get(path);
      expect([response.status, response.headers['content-disposition']]).toEqual([500, undefined]);
      expect(await entries(id)).toMatchObject([failure]);
    },
  );
});

describe('a document whose object was changed', () => {
  ownService();

  it.each<[string, (object: Buffer) => Buffer]>([
    ['without its last byte', (object) => object.subarray(0, -1)],
    ['without its last segment', (object) => object.subarray(0, segmentOffset(40))],
    ['without its segments from 17 on', (object) => object.subarray(0, segmentOffset(17))],
    ['with an extra byte', (object) => Buffer.concat([object, Buffer.alloc(1)])],
    ['with its last segment twice', (object) => Buffer.concat([object, object.subarray(segmentOffset(40))])],
    [
      'with two segments exchanged',
      (object) =>
        Buffer.concat([
          object.subarray(0, segmentOffset(5)),
          object.subarray(segmentOffset(6), segmentOffset(7)),
          object.subarray(segmentOffset(5), segmentOffset(6)),
          object.subarray(segmentOffset(7)),
        ]),
    ],
  ])('a document %s is never sent completely and is left out of a zip', async (_what, changed) => {
    const { path, id, storageKey } = await sent();
    await save(storageKey, changed(await load(storageKey)));
    const before = await unreadable();
    const { bytes, complete } = await download(path);
    expect(complete).toBe(false);
    expect(bytes.equals(plain.subarray(0, bytes.length))).toBe(true);
    expect(await unreadable()).toBe(before + 1);
    const zip = await service.call('POST', '/admin/documents/download', {
      as: people.dora,
      json: { documentIds: [id] },
    });
    expect(zip.bytes.includes('could not be read')).toBe(true);
    expect(zip.bytes.includes('%PDF')).toBe(false);
  });

  it('a document is not read from another document’s object or with a wrong size', async () => {
    const [one, other] = [await sent(), await sent()];
    await save(one.storageKey, await load(other.storageKey));
    expect((await get(one.path)).status).toBe(500);
    await service.prisma.document.update({ where: { id: other.id }, data: { fileSize: 40 * SEGMENT } });
    for (const headers of [{}, { range: `bytes=${SEGMENT}-` }] as Record<string, string>[])
      expect((await get(other.path, headers)).status).toBe(500);
  });
});

describe('a download whose object becomes unavailable midway', () => {
  ownService();

  it('a store that becomes unavailable breaks the transfer without raising the alarm for damage', async () => {
    const { path, id } = await sent();
    const before = await unreadable();
    const store = service.app.get<ObjectStore>(OBJECT_STORE);
    const real = store.get.bind(store);
    const spy = jest.spyOn(store, 'get').mockImplementation((key, part) => {
      if (spy.mock.calls.length < 2) return real(key, part);
      return Promise.reject(new StorageUnavailable('get', { cause: new Error('gone') }));
    });
    const { bytes, complete } = await download(path);
    expect(complete).toBe(false);
    expect(bytes.equals(plain.subarray(0, bytes.length))).toBe(true);
    expect(await unreadable()).toBe(before);
    await eventually(async () =>
      expect(await entries(id)).toMatchObject([
        { outcome: 'success' },
        { outcome: 'failed', reason: 'service_unavailable' },
      ]),
    );
  });

  it.each([
    ['deleted by a clinician', 0],
    ['missing from the store', 1],
  ])('an object that is %s breaks the transfer (alarms: %i)', async (_how, alarms) => {
    const { path, id, storageKey } = await sent();
    const before = await unreadable();
    const { barrier } = holdAfter(1);
    const response = await begin(path);
    if (alarms === 0) {
      expect((await service.call('DELETE', `/upload/file/${id}`, { as: people.ana })).status).toBe(200);
      await eventually(async () => expect(await service.objects()).not.toContain(storageKey));
    } else await service.s3.send(new DeleteObjectCommand({ Bucket: service.env.S3_BUCKET, Key: storageKey }));
    barrier.open();
    const { bytes, complete } = await received(response);
    expect(complete).toBe(false);
    expect(bytes.length).toBeLessThanOrEqual(SEGMENT);
    expect((await unreadable()) - before).toBe(alarms);
  });
});

describe('the audit of a document that is read in parts', () => {
  ownService();

  const range = (n: number) => ({ range: `bytes=${n * SEGMENT}-${n * SEGMENT + 9}` });

  it('ten ranges through one file URL, concurrent or sequential, share one audit entry', async () => {
    const { path, id } = await sent();
    await Promise.all([0, 1, 2, 3, 4].map((n) => get(path, range(n))));
    for (const n of [0, 0, 7, 8, 9]) expect((await get(path, range(n))).status).toBe(206);
    expect(await entries(id)).toMatchObject([
      { action: 'document.open_original', actor: { id: people.ana.id } },
    ]);
  });

  it('each whole download, each disposition and each person has a separate audit entry', async () => {
    const { path, id } = await sent();
    await get(path, range(1));
    await get(path);
    await get(path);
    await get(`${path}?disposition=attachment`, range(1));
    await get(await pathOf(id, people.dora), range(1));
    expect((await entries(id)).map(({ action, actor }) => [action, actor.id])).toEqual([
      ['document.open_original', people.ana.id],
      ['document.open_original', people.ana.id],
      ['document.open_original', people.ana.id],
      ['document.download', people.ana.id],
      ['document.open_original', people.dora.id],
    ]);
  });

  it('a range that could not be audited is not sent, and the next one is audited', async () => {
    const { path, id } = await sent();
    await service.prisma.$executeRaw`ALTER TABLE outbox RENAME TO outbox_away`;
    try {
      const refused = await Promise.all([0, 1].map((n) => get(path, range(n))));
      expect(refused.every(({ status }) => status >= 500)).toBe(true);
    } finally {
      await service.prisma.$executeRaw`ALTER TABLE outbox_away RENAME TO outbox`;
    }
    expect((await get(path, range(2))).status).toBe(206);
    expect(await entries(id)).toHaveLength(1);
  });
});
