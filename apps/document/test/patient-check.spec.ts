import { DocumentService } from './support/document-service.js';
import { upload } from './support/uploads.js';

const browser = 'b'.repeat(32);
let service: DocumentService;

beforeAll(async () => {
  service = await DocumentService.start();
});
afterAll(() => service.stop());

describe('an upload through a link with a patient check', () => {
  it('an upload without the right proof is refused, and its link is not claimed', async () => {
    const link = service.token.newLink({ proof: 'right' });
    for (const patient of [undefined, { proof: 'wrong', browser }, { proof: 'right'.repeat(99), browser }]) {
      const response = await upload(service, link, patient ? { patient } : {});
      expect(response).toMatchObject({ status: 403, body: { code: 'check_needed' } });
    }
    expect(link.claimId).toBeNull();
  });

  it('an upload with the proof is received', async () => {
    const link = service.token.newLink({ proof: 'right' });
    const response = await upload(service, link, { patient: { proof: 'right', browser } });
    expect(response.status).toBe(201);
  });

  it('an upload without the headers is received through a link without a patient check', async () => {
    expect((await upload(service, service.token.newLink())).status).toBe(201);
  });
});
