import type { Document } from '@caredrop/contracts';
import { eventually, people } from '@caredrop/testing';
import { ClamScanner } from '../src/storage/clam-scanner.js';
import { ScannerUnavailable } from '../src/storage/scanner.js';
import { DocumentService } from './support/document-service.js';
import { FakeClamd } from './support/fake-clamd.js';
import { aPdf, aPdfOf } from './support/multipart.js';
import { upload } from './support/uploads.js';

const infected = aPdf('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');
let clamd: FakeClamd;

beforeEach(async () => {
  clamd = await new FakeClamd().start();
});
afterEach(() => clamd.stop());

describe('the clamd client', () => {
  it('sends files of any size whole and reads both verdicts', async () => {
    const scanner = new ClamScanner(clamd.url, 20_000);
    expect(await scanner.scan(aPdfOf(5_000_000))).toBe('clean');
    expect(await scanner.scan(infected)).toBe('infected');
    expect(clamd.scanned).toEqual([5_000_000, infected.length]);
  });

  it.each(['INSTREAM size limit exceeded. ERROR', 'stream: lstat() failed ERROR', 'FOUND', ''])(
    'takes %j for no verdict',
    async (answer) => {
      clamd.answer = answer;
      await expect(new ClamScanner(clamd.url, 20_000).scan(aPdf())).rejects.toThrow(ScannerUnavailable);
    },
  );

  it('waits no longer than it may, and has no verdict when nobody is there', async () => {
    clamd.answer = null;
    await expect(new ClamScanner(clamd.url, 50).scan(aPdf())).rejects.toThrow(ScannerUnavailable);
    await expect(new ClamScanner('tcp://127.0.0.1:1', 20_000).scan(aPdf())).rejects.toThrow(
      ScannerUnavailable,
    );
  });
});

describe('an upload with a scanner', () => {
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
    (await service.prisma.outboxEvent.findMany({ orderBy: { createdAt: 'asc' } })).map(({ type }) => type);

  /** Taken in while the scanner gives no verdict. */
  async function pending(bytes: Buffer) {
    clamd.answer = 'stream: out of order ERROR';
    const link = service.token.newLink();
    expect((await upload(service, link, { file: { bytes } })).status).toBe(201);
    return service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
  }

  it('is refused with malware in it, and the link still works', async () => {
    const link = service.token.newLink();
    const answer = await upload(service, link, { file: { bytes: infected } });
    expect([answer.status, answer.body.code]).toEqual([422, 'file_infected']);
    expect(link.claimId).toBeNull();
    expect(await service.objects()).toEqual([]);
    expect((await upload(service, link)).status).toBe(201);
  });

  it('is accepted without a verdict, and locked: listed, but not to be viewed, downloaded or zipped', async () => {
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
    const [event] = await service.prisma.outboxEvent.findMany();
    expect(event?.envelope).toMatchObject({ type: 'upload.completed', data: { scan: 'pending' } });
    expect(service.lines.some((line) => line.includes('gave no verdict'))).toBe(true);
  });

  it('is released when the scanner is back and finds nothing', async () => {
    const { id } = await pending(aPdf());
    clamd.answer = undefined;
    await eventually(async () =>
      expect(await list()).toMatchObject([{ id, file_url: expect.stringContaining('/api/files/') }]),
    );
    expect(await events()).toEqual(['upload.completed', 'document.released']);
    expect(await service.objects()).toHaveLength(1);
  });

  it('is rejected when the scanner is back and finds malware: object, key and comment go', async () => {
    const { id } = await pending(infected);
    clamd.answer = undefined;
    await eventually(async () => expect(await list()).toEqual([]));
    expect((await service.call('GET', `/documents/${id}`, { as: people.ana })).status).toBe(404);
    expect((await service.call('DELETE', `/upload/file/${id}`, { as: people.ana })).status).toBe(404);
    await eventually(async () => expect(await service.objects()).toEqual([]));
    expect(await service.prisma.document.findUniqueOrThrow({ where: { id } })).toMatchObject({
      state: 'rejected',
      storageKey: null,
      wrappedKey: null,
      comment: null,
      version: 2,
    });
    expect(await events()).toEqual(['upload.completed', 'document.rejected']);
  });

  it('that is deleted while it is checked stays deleted', async () => {
    const { id } = await pending(aPdf());
    expect((await service.call('DELETE', `/upload/file/${id}`, { as: people.ana })).status).toBe(200);
    clamd.answer = undefined;
    await eventually(async () => expect(await service.objects()).toEqual([]));
    expect(await events()).toEqual(['upload.completed', 'document.deleted']);
  });
});
