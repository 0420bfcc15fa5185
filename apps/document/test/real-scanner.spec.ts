import type { Document } from '@caredrop/contracts';
import { eventually, people } from '@caredrop/testing';
import { pdfBy, stream, writtenPdf } from '@caredrop/testing/pdfs';
import { ClamScanner } from '../src/storage/clam-scanner.js';
import { DocumentService } from './support/document-service.js';
import { eicar, gzipped, zipped } from './support/eicar.js';
import { aPdfOf } from './support/multipart.js';
import { aJpeg, aPng, chunk, segment } from './support/pictures.js';
import { installedClamd, RealClamd } from './support/real-clamd.js';
import { upload } from './support/uploads.js';

const limits = { connectMs: 5_000, streamMs: 20_000, responseMs: 60_000 };
const suite = installedClamd() ? describe : describe.skip;
const named = installedClamd() ? 'the real clamd' : 'the real clamd (skipped: clamd is not installed here)';

suite(named, () => {
  let clamd: RealClamd;
  beforeAll(async () => {
    clamd = await RealClamd.start();
  });
  afterAll(() => clamd.stop());

  const scan = (file: Buffer, url = clamd.url) => new ClamScanner(url, limits).scan(file);

  it('clamd finds nothing in ordinary files of up to 5 MiB', async () => {
    for (const file of [await writtenPdf(), aJpeg(), aPng(), aPdfOf(5 * 1024 * 1024 - 1)])
      expect(await scan(file)).toEqual({ verdict: 'clean' });
  });

  it.each([
    ['plain', async () => eicar],
    ['in an object of a PDF', async () => pdfBy({ objects: [`(${eicar.toString('latin1')})`] })],
    ['in a stream of a PDF', async () => pdfBy({ objects: [stream('', eicar)] })],
    ['attached to a PDF, packed', () => writtenPdf((pdf) => pdf.attach(eicar, 'eicar.com'))],
    ['gzipped', async () => gzipped(eicar)],
    ['zipped', async () => zipped(eicar)],
    ['zipped and gzipped', async () => gzipped(zipped(eicar))],
    ['in a zip appended to a picture', async () => Buffer.concat([aJpeg(), zipped(eicar)])],
    ['in the comment of a JPEG', async () => aJpeg({ width: 8, height: 8 }, segment(0xfe, eicar))],
    ['in a chunk of a PNG', async () => aPng({ width: 1, height: 1 }, chunk('tEXt', eicar))],
  ])('clamd finds EICAR %s', async (_where, make) => {
    expect(await scan(await make())).toEqual({
      verdict: 'infected',
      signature: expect.stringContaining('Caredrop.Test.Eicar'),
    });
  });

  it('a file over the size limit of clamd gets no verdict', async () => {
    const small = await RealClamd.start(['StreamMaxLength 1M']);
    try {
      await expect(scan(aPdfOf(3_000_000), small.url)).rejects.toMatchObject({ name: 'ScannerUnavailable' });
      expect(await scan(aPdfOf(500_000), small.url)).toEqual({ verdict: 'clean' });
    } finally {
      await small.stop();
    }
  });

  describe('the document service with clamd', () => {
    let service: DocumentService;
    let own: RealClamd;
    beforeEach(async () => {
      own = await RealClamd.start();
      service = await DocumentService.start({
        SCANNER_URL: own.url,
        SCAN_CONNECT_MS: '300',
        SCAN_STREAM_MS: '300',
        SCAN_TIMEOUT_MS: '2000',
        RESCAN_INTERVAL_MS: '100',
      });
    });
    afterEach(async () => {
      await service.stop();
      await own.stop();
    });
    const list = async () =>
      (await service.call<{ uploads: Document[] }>('GET', '/documents', { as: people.ana })).body.data
        .uploads;

    it('an upload of EICAR is refused, stores nothing and leaves its link usable', async () => {
      const link = service.token.newLink();
      const bytes = pdfBy({ objects: [stream('', eicar)] });
      const refused = await upload(service, link, { file: { bytes } });
      expect([refused.status, refused.body.message]).toEqual([
        422,
        'The selected file contains a virus and was not accepted',
      ]);
      await eventually(() => expect(link.claimId).toBeNull());
      expect([await service.objects(), await service.prisma.document.count()]).toEqual([[], 0]);
      expect((await upload(service, link, { file: { bytes: await writtenPdf() } })).status).toBe(201);
      expect(await list()).toMatchObject([{ file_url: expect.stringContaining('/api/files/') }]);
    });

    it('documents stay locked while clamd is frozen and are released or rejected afterwards', async () => {
      own.freeze();
      const [good, bad] = [service.token.newLink(), service.token.newLink()];
      const responses = await Promise.all([
        upload(service, good, { file: { bytes: await writtenPdf() } }),
        upload(service, bad, { file: { bytes: pdfBy({ objects: [stream('', eicar)] }) } }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([201, 201]);
      expect((await list()).map(({ file_url: url }) => url)).toEqual([null, null]);
      const metrics = (await service.call('GET', '/metrics')).bytes.toString();
      expect(metrics).toMatch(/document_scan_failures_total\{reason="too slow"\} [1-9]/);
      own.thaw();
      await eventually(async () => {
        expect(await list()).toMatchObject([{ token_id: good.tokenId, file_url: expect.any(String) }]);
        expect(await service.objects()).toHaveLength(1);
      });
      const events = await service.prisma.outboxEvent.findMany({
        where: { type: { startsWith: 'document.' } },
      });
      expect(events.map(({ type }) => type).sort()).toEqual(['document.rejected', 'document.released']);
    });
  });
});
