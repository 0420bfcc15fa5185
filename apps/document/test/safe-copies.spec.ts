import type { AuditRecord, Document, PagesResponse } from '@caredrop/contracts';
import { aPdf, eventually, people } from '@caredrop/testing';
import { realLifeFiles } from '@caredrop/testing/real-life';
import { decode } from 'jpeg-js';
import { DocumentMetrics } from '../src/metrics.js';
import { DocumentService } from './support/document-service.js';
import { hostilePdfs } from './support/hostile-pdfs.js';
import { upload } from './support/uploads.js';

let service: DocumentService;
beforeAll(async () => {
  service = await DocumentService.start({
    ...{ SESSION_CACHE_MS: '1', INSPECTION_MS: '1500', PDF_UNCHECKABLE: 'allow' },
  });
});
afterAll(() => service.stop());

async function sent(bytes: Buffer = aPdf(), name = 'letter.pdf', type = 'application/pdf') {
  const link = service.token.newLink();
  const response = await upload(service, link, { file: { name, bytes, type } });
  expect(response.status).toBe(201);
  return service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
}
const photo = async () => {
  const found = realLifeFiles.find(({ name }) => name === 'held-6.jpg');
  return Buffer.from((await found?.bytes()) ?? '');
};

/** The path of the document's file URL, without `/api`. */
async function pathOf(id: string, as: (typeof people)[keyof typeof people] = people.ana) {
  const response = await service.call<{ document: Document }>('GET', `/documents/${id}`, { as });
  return new URL(response.body.data.document.file_url ?? '').pathname.replace('/api', '');
}
const get = <T = unknown>(path: string) => service.call<T>('GET', path);
const ended = async () =>
  (await service.app.get(DocumentMetrics).inspectorsEnded.get()).values.reduce(
    (sum, { value }) => sum + value,
    0,
  );
const drawings = async (result: string) =>
  (await service.app.get(DocumentMetrics).drawings.get()).values.find(
    ({ labels }) => labels.result === result,
  )?.value ?? 0;
async function entriesOf(id: string): Promise<string[]> {
  const rows = await service.prisma.$queryRaw<{ data: AuditRecord }[]>`
    SELECT envelope->'data' AS data FROM outbox WHERE type = 'audit.recorded' ORDER BY created_at`;
  return rows
    .map(({ data }) => data)
    .filter(({ subject }) => subject?.id === id)
    .map(({ action }) => action);
}

describe('the safe copy of a document', () => {
  it('a PDF and a photo are shown as pictures of their pages, at least as wide as requested', async () => {
    const pdf = await pathOf((await sent()).id);
    const { data } = (await get<PagesResponse>(`${pdf}/pages`)).body;
    expect(data).toEqual({ pages: [{ width: 595, height: 842 }], total: 1 });
    const page = await get(`${pdf}/pages/1?width=400`);
    expect(page.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-security-policy': "sandbox; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(decode(page.bytes)).toMatchObject({ width: 480, height: 679 });
    const jpeg = await pathOf((await sent(await photo(), 'a.jpg', 'image/jpeg')).id);
    expect((await get<PagesResponse>(`${jpeg}/pages`)).body.data.pages).toEqual([
      { width: 800, height: 600 },
    ]);
    expect(decode((await get(`${jpeg}/pages/1`)).bytes)).toMatchObject({ width: 960, height: 720 });
    expect(decode((await get(`${jpeg}/thumbnail`)).bytes)).toMatchObject({ width: 96, height: 72 });
  });

  it('a page that the document does not have returns 404', async () => {
    const path = await pathOf((await sent()).id);
    for (const page of ['2', '0', '999', 'x']) expect((await get(`${path}/pages/${page}`)).status).toBe(404);
  });

  it('a page after the first 200 or one that is not a number returns 404, even in a longer document', async () => {
    const path = await pathOf((await sent(aPdf({ pages: 201 }))).id);
    expect((await get<PagesResponse>(`${path}/pages`)).body.data).toMatchObject({ total: 201 });
    expect((await get(`${path}/pages/200`)).status).toBe(200);
    for (const page of ['201', 'abc', '10000']) expect((await get(`${path}/pages/${page}`)).status).toBe(404);
  });

  it('a page is drawn only once while it is cached, and is never stored', async () => {
    const path = await pathOf((await sent()).id);
    const [objects, before] = [await service.objects(), await drawings('drawn')];
    const pages = [await get(`${path}/pages/1`), await get(`${path}/pages/1?width=900`)];
    expect(pages[0]?.bytes.equals(pages[1]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect((await drawings('drawn')) - before).toBe(1);
    expect(await service.objects()).toEqual(objects);
  });

  it('all pages of one view share an audit entry, the original has another, and a thumbnail has none', async () => {
    const { id } = await sent();
    const path = await pathOf(id);
    await get(`${path}/thumbnail`);
    await Promise.all([get(`${path}/pages`), get(`${path}/pages/1`), get(`${path}/pages/1?width=2000`)]);
    await get(path);
    await eventually(async () =>
      expect((await entriesOf(id)).filter((action) => /preview|original/.test(action))).toEqual([
        'document.preview',
        'document.open_original',
      ]),
    );
  });

  it('no page of a document is shown while it is scanned, after its deletion, or to another user', async () => {
    const { id } = await sent();
    const path = await pathOf(id);
    const shown = async (of = path) =>
      Promise.all(['pages', 'pages/1', 'thumbnail'].map(async (part) => (await get(`${of}/${part}`)).status));
    expect(await shown()).toEqual([200, 200, 200]);
    const other = await service.call('GET', `${path}/pages/1`, { as: people.ben });
    expect(other.status).toBe(404);
    await service.prisma.document.update({ where: { id }, data: { state: 'checking' } });
    expect(await shown()).toEqual([404, 404, 404]);
    await service.prisma.document.update({ where: { id }, data: { state: 'ready' } });
    await service.call('DELETE', `/upload/file/${id}`, { as: people.ana });
    expect(await shown()).toEqual([404, 404, 404]);
    expect(await shown(path.slice(0, -2))).toEqual([404, 404, 404]);
  });
});

describe('a document that cannot be drawn', () => {
  it('a file that PDFium cannot open returns 422, and its original is still available', async () => {
    const path = await pathOf((await sent(Buffer.from('%PDF-1.4\nno pages\n%%EOF\n'))).id);
    const response = await get(`${path}/pages`);
    expect([response.status, response.body.code]).toEqual([422, 'document_not_drawable']);
    expect((await get(`${path}/thumbnail`)).status).toBe(422);
    expect((await get(path)).status).toBe(200);
  });

  it.each(['endless', 'circle'] as const)(
    'a PDF with hostile forms (%s) ends at most one inspector, and uploads continue',
    async (kind) => {
      const path = await pathOf((await sent(hostilePdfs[kind])).id);
      const before = await ended();
      const drawing = get(`${path}/pages/1`);
      expect((await upload(service, service.token.newLink())).status).toBe(201);
      expect((await drawing).body.code).toBe('document_not_drawable');
      expect((await get(`${path}/pages/1`)).body.code).toBe('document_not_drawable');
      expect((await ended()) - before).toBeLessThanOrEqual(1);
      expect((await get(`${await pathOf((await sent()).id)}/pages/1`)).status).toBe(200);
    },
  );
});
