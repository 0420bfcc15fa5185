import { people } from '@caredrop/testing';
import { DocumentService } from './support/document-service.js';
import { aPdf, aPdfOf, multipart } from './support/multipart.js';
import { upload } from './support/uploads.js';
import type { Document } from '@caredrop/contracts';

const MiB = 1024 * 1024;
let service: DocumentService;

beforeAll(async () => {
  service = await DocumentService.start();
});
afterAll(() => service.stop());

const list = async () =>
  (await service.call<{ uploads: Document[] }>('GET', '/documents', { as: people.ana })).body.data.uploads;

describe('document uploads', () => {
  it('an upload is stored, returns a receipt and appears in its clinician’s list', async () => {
    const link = service.token.newLink({ patientRefId: 'P-77' });
    const response = await upload(service, link, {
      file: { name: 'Blood test №1.pdf' },
      comment: '  from Monday ',
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      status: 'success',
      message: 'File uploaded successfully!',
      data: {
        upload: {
          file_name: 'Blood test №1.pdf',
          file_size: aPdf().length,
          patientRefId: 'P-77',
          receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      },
    });
    const [document] = await list();
    expect(document).toEqual({
      id: expect.any(String),
      file_name: 'Blood test №1.pdf',
      file_type: 'application/pdf',
      file_size: aPdf().length,
      file_url: expect.stringMatching(/^https:\/\/caredrop\.example\/api\/files\/[\w.-]+$/),
      patient_ref_id: 'P-77',
      comment: 'from Monday',
      created_at: response.body.data.upload.receivedAt,
      token_id: link.tokenId,
      tokens: expect.objectContaining({ token: link.link, status: 'used' }),
      user: { firstName: 'Ana', lastName: 'Silva' },
      review: { state: 'new', by: null, at: null },
      seen: false,
    });
  });

  it('the comment may precede or follow the file, is cleaned, and is null when blank', async () => {
    for (const [parts, expected] of [
      [[{ comment: 'before' }, { bytes: aPdf() }], 'before'],
      [[{ bytes: aPdf() }, { comment: 'after' }], 'after'],
      [[{ bytes: aPdf() }, { comment: ' \n\t ' }], null],
      [[{ bytes: aPdf() }, { comment: 'a\u0000b\u001b[31m' }], 'ab[31m'],
    ] as const) {
      const form = multipart(...parts);
      const { link } = service.token.newLink();
      const headers = { ...form.headers, 'x-link-token': link };
      expect((await service.call('POST', '/upload', { headers, body: form.body })).status).toBe(201);
      expect((await list())[0]?.comment).toBe(expected);
    }
  });

  it('a file one byte smaller than 5 MiB is accepted, and a file of exactly 5 MiB is refused', async () => {
    const link = service.token.newLink();
    const refused = await upload(service, link, { file: { bytes: aPdfOf(5 * MiB) } });
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      413,
      'file_too_large',
      'File size must be less than 5MB',
    ]);
    const taken = await upload(service, link, { file: { bytes: aPdfOf(5 * MiB - 1) } });
    expect([taken.status, taken.body.data.upload.file_size]).toEqual([201, 5 * MiB - 1]);
  });

  it.each([
    ['no file', multipart({ comment: 'x' }), 400, 'Please select a file to upload'],
    ['two files', multipart({ bytes: aPdf() }, { bytes: aPdf() }), 400, 'Please select a file to upload'],
    ['another field', multipart({ bytes: aPdf(), field: 'file' }), 400, 'Please select a file to upload'],
    [
      'a form left empty',
      multipart({ bytes: Buffer.alloc(0), name: '' }),
      400,
      'Please select a file to upload',
    ],
    ['no parts', multipart(), 400, 'Please select a file to upload'],
    ['an empty file', multipart({ bytes: Buffer.alloc(0) }), 400, 'The selected file is empty'],
    [
      'JSON',
      { headers: { 'content-type': 'application/json' }, body: Buffer.from('{broken') },
      400,
      'Please select a file to upload',
    ],
    ['nothing', { headers: {}, body: Buffer.alloc(0) }, 400, 'Please select a file to upload'],
    [
      'no boundary',
      { headers: { 'content-type': 'multipart/form-data' }, body: aPdf() },
      400,
      'Please select a file to upload',
    ],
    [
      'HTML named as a PDF',
      multipart({ bytes: Buffer.from('<html>') }),
      415,
      'Only JPG, PNG, and PDF files are allowed',
    ],
    [
      'a PDF named as a JPEG',
      multipart({ bytes: aPdf(), name: 'a.jpg', type: 'image/jpeg' }),
      415,
      'Only JPG, PNG, and PDF files are allowed',
    ],
    [
      'a comment that is too long',
      multipart({ bytes: aPdf() }, { comment: 'x'.repeat(1001) }),
      400,
      'Comment can be at most 1000 characters',
    ],
  ])('an upload with %s is refused, and the link stays usable', async (_what, form, status, message) => {
    const link = service.token.newLink();
    const headers = { ...form.headers, 'x-link-token': link.link } as Record<string, string>;
    const refused = await service.call('POST', '/upload', { headers, body: form.body });
    expect([refused.status, refused.body.message]).toEqual([status, message]);
    expect(link.claimId).toBeNull();
    expect((await upload(service, link)).status).toBe(201);
  });

  it('expired, revoked, used and unknown links each give a different error', async () => {
    const used = service.token.newLink();
    const first = await upload(service, used);
    const responses = await Promise.all([
      upload(service, service.token.newLink({ status: 'expired' })),
      upload(service, service.token.newLink({ status: 'revoked' })),
      upload(service, used),
      upload(service, { link: 'unknown' }),
      upload(service, { link: 'x'.repeat(500) }),
      upload(service, { link: '' }),
    ]);
    const { receivedAt } = first.body.data.upload;
    expect(responses.map(({ status, body }) => [status, body.code, body.data])).toEqual([
      [410, 'link_expired', undefined],
      [410, 'link_revoked', undefined],
      [410, 'link_used', { receivedAt, patientRefId: 'P-1' }],
      [404, 'link_unknown', undefined],
      [404, 'link_unknown', undefined],
      [404, 'link_unknown', undefined],
    ]);
  });
});
