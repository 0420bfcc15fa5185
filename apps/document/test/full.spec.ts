import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { backing, eventually } from '@caredrop/testing';
import { DocumentService } from './support/document-service.js';
import type { FakeLink } from './support/fake-token-service.js';
import { upload } from './support/uploads.js';

const sentence =
  'Your document could not be stored just now. Nothing was lost: please try again in a moment.';
let service: DocumentService;
afterEach(() => service.stop());

const attempts = async () => (await service.prisma.attempt.findMany()).map(({ state }) => state);

async function expectNothingOf(link: FakeLink): Promise<void> {
  await eventually(() => expect(link.claimId).toBeNull());
  expect(await service.prisma.document.count()).toBe(0);
  expect(await service.prisma.outboxEvent.count({ where: { type: 'upload.completed' } })).toBe(0);
  await eventually(async () => expect(await service.objects()).toEqual([]));
}

describe('a full object store', () => {
  let store: FullStore;
  beforeEach(async () => {
    store = await FullStore.before(new URL(backing().s3.endpoint));
    service = await DocumentService.start({ S3_ENDPOINT: store.url, S3_FULL_PAUSE_MS: '2500' });
  });
  afterEach(() => store.stop());

  it.each([
    ['507', 507, 'InsufficientStorage'],
    ['MinIO', 507, 'XMinioStorageFull'],
    ['a quota', 403, 'QuotaExceeded'],
  ])(
    'until a full object store (%s) has space again, uploads are refused with 503, all but the first before the link is claimed',
    async (_who, ...full) => {
      store.full = full;
      const [first, next] = [service.token.newLink(), service.token.newLink()];
      const refused = await upload(service, first, { key: 'k1' });
      expect(refused).toMatchObject({
        status: 503,
        body: { code: 'storage_unavailable', message: sentence },
      });
      expect(refused.headers['retry-after']).toBe('5');
      await expectNothingOf(first);
      const claims = () => service.token.calls.filter((call) => call.startsWith('claim:')).length;
      const before = claims();
      expect(await upload(service, next)).toMatchObject({ status: 503, body: { message: sentence } });
      expect(claims()).toBe(before);
      store.full = undefined;
      await eventually(
        async () => expect((await upload(service, first, { key: 'k1' })).status).toBe(201),
        15_000,
      );
      expect((await upload(service, next)).status).toBe(201);
      expect(await service.objects()).toHaveLength(2);
    },
  );

  it('a link that is unknown or has ended gets its own error even while the object store is full', async () => {
    store.full = [507, 'InsufficientStorage'];
    expect((await upload(service, service.token.newLink())).status).toBe(503);
    const ended = service.token.newLink({ status: 'expired' });
    expect(await upload(service, ended)).toMatchObject({ status: 410, body: { code: 'link_expired' } });
    expect(await upload(service, { link: 'unknown' })).toMatchObject({
      status: 404,
      body: { code: 'link_unknown' },
    });
  });

  it('a receipt is returned again while the object store is full', async () => {
    const [done, other] = [service.token.newLink(), service.token.newLink()];
    expect((await upload(service, done, { key: 'k1' })).status).toBe(201);
    store.full = [507, 'InsufficientStorage'];
    expect((await upload(service, other)).status).toBe(503);
    expect((await upload(service, done, { key: 'k1' })).status).toBe(201);
  });
});

describe('a database with a full disk', () => {
  beforeEach(async () => {
    service = await DocumentService.start();
  });

  /** Makes inserts into a table fail with Postgres's message and code for a file that cannot grow. */
  const fill = (table: string) =>
    service.prisma
      .$executeRawUnsafe(
        `
      CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file "base/16384/16397": No space left on device' USING ERRCODE = '53100';
      END $$;`,
      )
      .then(() =>
        service.prisma.$executeRawUnsafe(
          `CREATE TRIGGER full_disk BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION no_room()`,
        ),
      );
  const empty = () => service.prisma.$executeRawUnsafe('DROP FUNCTION no_room CASCADE');

  it('while the database’s disk is full, an upload is refused with 503 before its link is claimed', async () => {
    const link = service.token.newLink();
    await fill('attempts');
    const refused = await upload(service, link);
    expect(refused).toMatchObject({ status: 503, body: { status: 'error', code: 'service_unavailable' } });
    expect(refused.body.message).toMatch(/try again/i);
    expect(service.token.calls).toEqual([]);
    await empty();
    expect((await upload(service, link)).status).toBe(201);
  });

  it.each(['ledger', 'documents', 'outbox'])(
    'an upload is abandoned when the database’s disk is full at its commit (%s), and a retry succeeds',
    async (table) => {
      const link = service.token.newLink();
      await fill(table);
      expect(await upload(service, link, { key: 'k1' })).toMatchObject({
        status: 503,
        body: { message: sentence },
      });
      await expectNothingOf(link);
      expect(await attempts()).toEqual(['abandoned']);
      await empty();
      expect((await upload(service, link, { key: 'k1' })).status).toBe(201);
      expect(await service.prisma.document.count()).toBe(1);
    },
  );
});

/** Passes calls on to the tests’ store, except that writes of documents get the response set in `full`. */
class FullStore {
  full: [status: number, code: string] | undefined;
  private readonly server: Server;

  private constructor(target: URL) {
    this.server = createServer((incoming, outgoing) => {
      if (this.full && incoming.method === 'PUT' && incoming.url?.includes('/documents/')) {
        const [status, code] = this.full;
        incoming.resume().on('end', () => {
          outgoing.writeHead(status, { 'content-type': 'application/xml' });
          outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No room</Message></Error>`);
        });
        return;
      }
      const { method, url, headers } = incoming;
      const passed = request(target, { method, path: url, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(outgoing);
      });
      incoming.pipe(passed);
    });
  }

  static async before(target: URL): Promise<FullStore> {
    const store = new FullStore(target);
    store.server.listen(0, '127.0.0.1');
    await once(store.server, 'listening');
    return store;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
