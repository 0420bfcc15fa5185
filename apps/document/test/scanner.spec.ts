import type { Document } from '@caredrop/contracts';
import { emitInto } from '@caredrop/messaging';
import { eventually, people } from '@caredrop/testing';
import { ClamScanner, type ScanLimits } from '../src/storage/clam-scanner.js';
import { ScannerUnavailable, type NoVerdict } from '../src/storage/scanner.js';
import { DocumentService } from './support/document-service.js';
import { eicar } from './support/eicar.js';
import { FakeClamd } from './support/fake-clamd.js';
import { aPdf, aPdfOf } from './support/multipart.js';
import { upload } from './support/uploads.js';

const infected = aPdf(eicar.toString('latin1'));
let clamd: FakeClamd;

beforeEach(async () => {
  clamd = await new FakeClamd().start();
});
afterEach(() => clamd.stop());

const limits = { connectMs: 20_000, streamMs: 20_000, responseMs: 20_000 };
const scan = (file: Buffer, given: Partial<ScanLimits> = {}) =>
  new ClamScanner(clamd.url, { ...limits, ...given }).scan(file);
const failing = (reason: NoVerdict) =>
  expect.objectContaining({ name: 'ScannerUnavailable', reason }) as unknown as Error;

describe('the clamd client', () => {
  it('the clamd client sends whole files and reads clean and infected verdicts', async () => {
    expect(await scan(aPdfOf(5_000_000))).toEqual({ verdict: 'clean' });
    expect(await scan(infected)).toEqual({ verdict: 'infected', signature: 'Eicar-Test-Signature' });
    expect(clamd.scanned).toEqual([5_000_000, infected.length]);
  });

  it.each([
    ['INSTREAM size limit exceeded. ERROR', 'too large'],
    ['stream: lstat() failed ERROR', 'failed'],
    ['FOUND', 'failed'],
    ['stream: OK FOUND ERROR', 'failed'],
    ['stream: Eicar FOU', 'failed'],
    ['', 'failed'],
  ] as const)('the clamd reply %j is not a verdict', async (response, reason) => {
    clamd.response = response;
    await expect(scan(aPdf())).rejects.toEqual(failing(reason));
  });

  it('an early "OK" from clamd is not a verdict, but an early detection is', async () => {
    clamd.early = 'stream: OK';
    await expect(scan(aPdfOf(5_000_000))).rejects.toEqual(failing('failed'));
    clamd.early = 'stream: Some.Malware FOUND';
    expect(await scan(aPdfOf(5_000_000))).toEqual({ verdict: 'infected', signature: 'Some.Malware' });
    clamd.early = 'INSTREAM size limit exceeded. ERROR';
    await expect(scan(aPdfOf(5_000_000))).rejects.toMatchObject({ name: 'ScannerUnavailable' });
  });

  it('a refused connection to clamd gives no verdict', async () => {
    await expect(new ClamScanner('tcp://127.0.0.1:1', limits).scan(aPdf())).rejects.toEqual(
      failing('unreachable'),
    );
  });

  it('connecting to clamd, sending and waiting for the verdict each time out', async () => {
    // TEST-NET-1: packets to it are lost, or rejected if there is no route.
    const nowhere = new ClamScanner('tcp://192.0.2.1:3310', { ...limits, connectMs: 50 });
    await expect(nowhere.scan(aPdf())).rejects.toThrow(ScannerUnavailable);
    clamd.response = null;
    await expect(scan(aPdf(), { responseMs: 50 })).rejects.toEqual(failing('too slow'));
    clamd.deaf = true;
    await expect(scan(aPdfOf(50_000_000), { streamMs: 50 })).rejects.toEqual(failing('too slow'));
  });

  it('a connection to clamd that breaks at any moment gives no verdict', async () => {
    for (const after of [0, 10, 100_000]) {
      clamd.breakAfter = after;
      await expect(scan(aPdfOf(5_000_000))).rejects.toThrow(ScannerUnavailable);
    }
  });
});

describe('uploads with a scanner', () => {
  let service: DocumentService;
  beforeEach(async () => {
    service = await DocumentService.start({
      SCANNER_URL: clamd.url,
      SCAN_TIMEOUT_MS: '5000',
      RESCAN_INTERVAL_MS: '50',
    });
  });
  afterEach(() => service.stop());

  const list = async (as: (typeof people)[keyof typeof people] = people.ana) =>
    (await service.call<{ uploads: Document[] }>('GET', '/documents', { as })).body.data.uploads;
  const events = async () =>
    (
      await service.prisma.outboxEvent.findMany({
        where: { type: { not: 'audit.recorded' } },
        orderBy: { createdAt: 'asc' },
      })
    ).map(({ type }) => type);

  /** Uploads a file that is accepted while the scanner gives no verdict. */
  async function pending(bytes: Buffer, comment?: string) {
    clamd.response = 'stream: out of order ERROR';
    const link = service.token.newLink();
    expect((await upload(service, link, { file: { bytes }, ...(comment && { comment }) })).status).toBe(201);
    return service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
  }

  /** A document that a later scan has released. */
  async function released() {
    const document = await pending(aPdf());
    clamd.response = undefined;
    await eventually(async () => expect(await events()).toContain('document.released'));
    return document;
  }

  it('an infected upload is refused and its link stays usable', async () => {
    const link = service.token.newLink();
    const response = await upload(service, link, { file: { bytes: infected } });
    expect([response.status, response.body.code]).toEqual([422, 'file_infected']);
    expect(link.claimId).toBeNull();
    expect(await service.objects()).toEqual([]);
    expect((await upload(service, link)).status).toBe(201);
  });

  it('an upload without a verdict is accepted, listed and locked for viewing and zips', async () => {
    const { id } = await pending(aPdf());
    expect(await list()).toMatchObject([{ id, file_url: null }]);
    expect(
      (await service.call<{ document: Document }>('GET', `/documents/${id}`, { as: people.ana })).body.data
        .document.file_url,
    ).toBeNull();
    const zip = await service.call('POST', '/admin/documents/download', {
      as: people.dora,
      json: { documentIds: [id] },
    });
    expect(zip.bytes.includes(aPdf())).toBe(false);
    expect(zip.bytes.includes('is still being checked')).toBe(true);
    const [event] = await service.prisma.outboxEvent.findMany({
      where: { type: { not: 'audit.recorded' } },
    });
    expect(event?.envelope).toMatchObject({ type: 'upload.completed', data: { scan: 'pending' } });
    expect(service.lines.some((line) => line.includes('no verdict from the malware scanner'))).toBe(true);
  });

  it('a locked document is released when the scanner later finds it clean', async () => {
    const { id } = await pending(aPdf());
    clamd.response = undefined;
    await eventually(async () =>
      expect(await list()).toMatchObject([{ id, file_url: expect.stringContaining('/api/files/') }]),
    );
    expect(await events()).toEqual(['upload.completed', 'document.released']);
    expect(await service.objects()).toHaveLength(1);
  });

  describe('a document that is released to the previous owner while its link’s assignment is on its way', () => {
    const before = new Date(Date.now() - 60_000).toISOString();

    /** Delivers the assignment of the link to Ben; returns the document's release events. */
    async function assign(
      { id, tokenId }: { id: string; tokenId: string },
      occurredAt: string,
      more: object = {},
    ) {
      const origin = { source: 'token', correlation: undefined, causationId: null };
      const given = { tokenId, ownerId: people.ben.id, previousOwnerId: people.ana.id, version: 5, ...more };
      await service.prisma.$transaction(async (tx) => {
        const emit = emitInto(tx, origin, () => undefined);
        const event = await emit({
          ...{ type: 'token.assigned', aggregateId: tokenId, aggregateVersion: 5, data: given },
        });
        await tx.$executeRaw`UPDATE outbox SET envelope = envelope || ${{ occurredAt }}::jsonb WHERE id = ${event.id}::uuid`;
      });
      const owner = () => service.prisma.document.findUniqueOrThrow({ where: { id } });
      await eventually(async () => expect((await owner()).ownerId).toBe(people.ben.id));
      const released = await service.prisma.outboxEvent.findMany({
        where: { type: 'document.released' },
        orderBy: { createdAt: 'asc' },
      });
      return released.map(({ envelope }) => (envelope as { data: object }).data);
    }

    it.each([
      ['delayed', before, {}],
      [
        'published again for a document that was being scanned',
        new Date().toISOString(),
        { assignedAt: before },
      ],
    ])('a document is also released to the new owner when the assignment was %s', async (_what, at, more) => {
      const document = await released();
      const [, again, ...rest] = await assign(document, at, more);
      expect(again).toMatchObject({
        documentId: document.id,
        ownerId: people.ben.id,
        previousOwnerId: people.ana.id,
      });
      expect(rest).toEqual([]);
    });

    it('a document is not released again when the link is assigned after the release', async () => {
      const document = await released();
      expect(await assign(document, new Date(Date.now() + 60_000).toISOString())).toHaveLength(1);
    });
  });

  it('a locked document is rejected when found infected: its object, key and comment are deleted', async () => {
    const { id, comment } = await pending(infected, 'my blood test');
    expect(comment).toBe('my blood test');
    clamd.response = undefined;
    await eventually(async () => expect(await list()).toEqual([]));
    expect((await service.call('GET', `/documents/${id}`, { as: people.ana })).status).toBe(404);
    expect((await service.call('DELETE', `/upload/file/${id}`, { as: people.ana })).status).toBe(404);
    await eventually(async () => expect(await service.objects()).toEqual([]));
    expect(await service.prisma.document.findUniqueOrThrow({ where: { id } })).toMatchObject({
      state: 'rejected',
      storageKey: null,
      keyId: null,
      wrappedKey: null,
      comment: null,
      version: 2,
    });
    expect(await events()).toEqual(['upload.completed', 'document.rejected']);
  });

  it('a document deleted while it is locked stays deleted', async () => {
    const { id } = await pending(aPdf());
    expect((await service.call('DELETE', `/upload/file/${id}`, { as: people.ana })).status).toBe(200);
    clamd.response = undefined;
    await eventually(async () => expect(await service.objects()).toEqual([]));
    expect(await events()).toEqual(['upload.completed', 'document.deleted']);
  });
});

describe('uploads without a scanner', () => {
  let service: DocumentService;
  beforeEach(async () => {
    service = await DocumentService.start({ RESCAN_INTERVAL_MS: '50' });
  });
  afterEach(() => service.stop());

  it('an upload without a scanner, and its release after an earlier scanner gave no verdict, are audited as not scanned', async () => {
    const scans = async () => {
      const rows = await service.prisma.$queryRaw<{ data: unknown }[]>`
        SELECT envelope->'data' AS data FROM outbox WHERE envelope->'data'->>'action' = 'document.scan'`;
      return rows.map(({ data }) => data);
    };
    const notScanned = expect.objectContaining({ outcome: 'failed', reason: 'no_scanner' }) as unknown;
    expect((await upload(service, service.token.newLink())).status).toBe(201);
    expect(await scans()).toEqual([notScanned]);
    await service.prisma.document.updateMany({ data: { state: 'checking', nextScanAt: new Date(0) } });
    await eventually(async () => expect(await scans()).toEqual([notScanned, notScanned]));
    expect(await service.prisma.document.count({ where: { state: 'ready' } })).toBe(1);
  });
});
