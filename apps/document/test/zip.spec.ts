import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { eventually, people, readZip } from '@caredrop/testing';
import { jest } from '@jest/globals';
import { ZipArchive } from 'archiver';
import { WorkInFlight } from '../src/concurrency/work-in-flight.js';
import { ReadDocument } from '../src/documents/read-document.js';
import { DocumentService } from './support/document-service.js';
import { aPdf, aPdfOf } from './support/multipart.js';
import { upload } from './support/uploads.js';

const PATH = '/admin/documents/download';
let service: DocumentService;

beforeAll(async () => {
  service = await DocumentService.start();
});
afterAll(() => service.stop());

async function sent(ref: string, name: string, bytes = aPdf()) {
  const link = service.token.newLink({ patientRefId: ref });
  expect((await upload(service, link, { file: { name, bytes } })).status).toBe(201);
  return service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
}
const download = (documentIds: unknown, as: (typeof people)[keyof typeof people] = people.dora) =>
  service.call('POST', PATH, { as, json: { documentIds } });

describe('a zip of documents', () => {
  it('a zip contains each document once, complete and under a safe unique name', async () => {
    const documents = [
      await sent('P-1', 'scan.pdf', aPdf('one')),
      await sent('P-1', 'SCAN.pdf', aPdf('two')),
      await sent('../P:2', 'Übersicht 📄.pdf', aPdf('three')),
    ];
    const ids = documents.map(({ id }) => id);
    const response = await download([...ids, ...ids]);
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="documents-${new Date().toISOString().slice(0, 10)}.zip"`,
    });
    expect(
      [...readZip(response.bytes)].map(([name, bytes]) => [
        name,
        bytes.equals(aPdf('x')) || bytes.toString(),
      ]),
    ).toEqual([
      ['P-1/scan.pdf', aPdf('one').toString()],
      ['P-1/SCAN (2).pdf', aPdf('two').toString()],
      ['_P_2/Übersicht 📄.pdf', aPdf('three').toString()],
    ]);
  });

  it('a zip lists unreadable and unchecked documents in MISSING.txt', async () => {
    const [good, gone, locked] = [
      await sent('P-1', 'good.pdf'),
      await sent('P-1', 'gone.pdf'),
      await sent('P-2', 'locked.pdf'),
    ];
    await service.s3.send(
      new DeleteObjectCommand({ Bucket: service.env.S3_BUCKET, Key: gone.storageKey ?? '' }),
    );
    await service.prisma.document.update({ where: { id: locked.id }, data: { state: 'checking' } });
    const entries = readZip((await download([gone.id, good.id, locked.id])).bytes);
    expect([...entries.keys()]).toEqual(['P-1/good.pdf', 'MISSING.txt']);
    expect(entries.get('MISSING.txt')?.toString().split('\r\n')).toEqual([
      'These documents are not in this file:',
      '',
      'P-1/gone.pdf: could not be read',
      'P-2/locked.pdf: is still being checked',
      '',
    ]);
  });

  it.each([
    [undefined, 400, 'No documents selected'],
    [[], 400, 'No documents selected'],
    ['x', 400, 'No documents selected'],
    [[randomUUID()], 404, 'Document not found'],
    [['x'], 404, 'Document not found'],
  ])('a zip of %j is refused', async (documentIds, status, message) => {
    const response = await download(documentIds);
    expect([response.status, response.body.message]).toEqual([status, message]);
  });

  it('a zip is refused when an id is unknown or the caller is not an admin', async () => {
    const { id } = await sent('P-1', 'a.pdf');
    expect((await download([id, randomUUID()])).status).toBe(404);
    expect((await download([id], people.ana)).status).toBe(403);
  });
});

describe('a zip of large documents', () => {
  let ids: string[];
  let reads: jest.SpiedFunction<ReadDocument['execute']>;

  beforeAll(async () => {
    const documents = await Promise.all(
      Array.from({ length: 12 }, (_, n) => sent('P-1', `big ${n}.pdf`, aPdfOf(4_900_000))),
    );
    ids = documents.map(({ id }) => id);
  });
  beforeEach(() => {
    reads = jest.spyOn(service.app.get(ReadDocument), 'execute');
  });
  afterEach(() => reads.mockRestore());

  /** Reads the start of a zip, and no more. */
  async function beginDownload(documentIds: string[]): Promise<IncomingMessage> {
    const asking = request(`${service.url}${PATH}`, {
      method: 'POST',
      headers: { ...(await service.headers({ as: people.dora })), 'content-type': 'application/json' },
    });
    asking.end(JSON.stringify({ documentIds }));
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    await once(response, 'readable');
    response.read();
    return response;
  }

  it('a zip of 12 large documents is complete, and reading stops when the client disconnects', async () => {
    const whole = readZip((await download(ids)).bytes);
    expect([...whole.values()].map(({ length }) => length)).toEqual(ids.map(() => 4_900_000));
    reads.mockClear();
    const leaving = await beginDownload(ids);
    leaving.destroy();
    await service.app.get(WorkInFlight).finished();
    expect(reads.mock.calls.length).toBeLessThan(ids.length);
  });

  it('a zip for a slow client reads only a few documents ahead', async () => {
    const slow = await beginDownload(ids);
    try {
      // Gives the slow download time to read everything.
      expect(readZip((await download(ids)).bytes).size).toBe(ids.length);
      expect(reads.mock.calls.length - ids.length).toBeLessThanOrEqual(8);
    } finally {
      slow.destroy();
    }
  });

  it('a zip whose client disconnects after the last document was read is finished', async () => {
    const small = [await sent('P-9', 'one.pdf'), await sent('P-9', 'two.pdf')].map(({ id }) => id);
    // The client may leave while the archive's end is being written.
    const finalize = jest
      .spyOn(ZipArchive.prototype, 'finalize')
      .mockReturnValueOnce(new Promise(() => undefined));
    const leaving = await beginDownload(small);
    await eventually(() => expect(finalize).toHaveBeenCalled());
    leaving.destroy();
    await service.app.get(WorkInFlight).finished();
    finalize.mockRestore();
  });
});
