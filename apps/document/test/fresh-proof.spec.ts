import { people } from '@caredrop/testing';
import { DocumentService } from './support/document-service.js';
import { aPdf } from './support/multipart.js';
import { upload } from './support/uploads.js';

const { ana, dora } = people;

describe.each([
  ['wide', 403],
  ['core', 200],
])('calls with FRESH_PROOF_SCOPE=%s', (scope, status) => {
  let service: DocumentService;
  beforeAll(async () => {
    service = await DocumentService.start({ FRESH_PROOF_SCOPE: scope });
  });
  afterAll(() => service.stop());

  async function aDocument(): Promise<string> {
    const link = service.token.newLink({ ownerId: ana.id });
    expect((await upload(service, link, { file: { name: 'a.pdf', bytes: aPdf() } })).status).toBe(201);
    return (await service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } })).id;
  }

  it(`a zip is ${status === 403 ? 'refused' : 'made'} without a fresh proof and made with one`, async () => {
    const json = { documentIds: [await aDocument()] };
    const zip = (recentProof: boolean) =>
      service.call('POST', '/admin/documents/download', { as: dora, recentProof, json });
    const stale = await zip(false);
    expect(stale.status).toBe(status);
    if (status === 403) expect(stale.body).toMatchObject({ code: 'proof_required' });
    expect((await zip(true)).status).toBe(200);
  });

  it(`a bulk deletion is ${status === 403 ? 'refused' : 'done'} without a fresh proof and done with one`, async () => {
    const remove = (id: string, recentProof: boolean) =>
      service.call('DELETE', '/upload/files/bulk', { as: ana, recentProof, json: { documentIds: [id] } });
    const visible = async (id: string) =>
      (await service.call('GET', `/documents/${id}`, { as: ana, recentProof: false })).status;
    const first = await aDocument();
    const stale = await remove(first, false);
    expect(stale.status).toBe(status);
    if (status === 403) expect(stale.body).toMatchObject({ code: 'proof_required' });
    expect(await visible(first)).toBe(status === 403 ? 200 : 404);
    const second = await aDocument();
    expect((await remove(second, true)).status).toBe(200);
    expect(await visible(second)).toBe(404);
  });

  it('a single document can be read and deleted without a fresh proof', async () => {
    const id = await aDocument();
    const call = (method: 'GET' | 'DELETE', path: string) =>
      service.call(method, path, { as: ana, recentProof: false });
    expect((await call('GET', `/documents/${id}`)).status).toBe(200);
    expect((await call('DELETE', `/upload/file/${id}`)).status).toBe(200);
  });
});
