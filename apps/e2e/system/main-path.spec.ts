import { createHash, randomUUID } from 'node:crypto';
import type { Document, Token } from '@caredrop/contracts';
import { aJpeg, aPdf, aPng, eventually } from '@caredrop/testing';
import { ApiClient } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { account, readRun } from '../support/run.js';
import { entryNames } from '../support/zip.js';

const run = readRun();
const mailbox = new Mailbox(run.mailUrl);
const clinician = new ApiClient(run.url);
const colleague = new ApiClient(run.url);
const admin = new ApiClient(run.url);
const patient = new ApiClient(run.url);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const reference = () => `E2E-${randomUUID().slice(0, 8)}`;
const letter = () => ({ bytes: aPdf({ text: 'A letter' }), name: 'letter.pdf', type: 'application/pdf' });

beforeAll(async () => {
  await clinician.signIn(account(run, 'user'));
  await colleague.signIn(account(run, 'user', 1));
  await admin.signIn(account(run, 'admin'));
});

describe('one document from the request to its deletion', () => {
  const patientRefId = reference();
  const file = letter();
  let token: Token;
  let document: Document;

  it('the clinician gets a link that the patient can open', async () => {
    token = await clinician.createToken(patientRefId);
    expect(token).toMatchObject({
      patient_ref_id: patientRefId,
      status: 'active',
      uploads: [{ count: 0 }],
      hasSMS: false,
    });
    const opened = await patient.get(`/tokens/validate/${token.token}`);
    expect(opened).toMatchObject({
      status: 200,
      body: { data: { patientRefId, expiresAt: token.expires_at } },
    });
  });

  it('the upload returns a receipt', async () => {
    const sent = await patient.upload(token.token, { ...file, comment: '  please look  ' });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      status: 'success',
      message: 'File uploaded successfully!',
      data: { upload: { file_name: 'letter.pdf', file_size: file.bytes.length, patientRefId } },
    });
  });

  it('the link is marked as used at once and reports the time of arrival', async () => {
    const again = await patient.get(`/tokens/validate/${token.token}`);
    expect(again.status).toBe(410);
    expect(again.body).toMatchObject({
      status: 'fail',
      code: 'link_used',
      message: 'This link has already been used. Please contact your clinician for a new link.',
      data: { patientRefId, receivedAt: expect.stringMatching(/Z$/) as string },
    });
    expect((await patient.upload(token.token, file)).status).toBe(410);
    expect(await clinician.token(token.id)).toMatchObject({ status: 'used' });
  });

  it('the document is listed for its clinician with its content unchanged', async () => {
    const mine = (await clinician.documents()).find((one) => one.token_id === token.id);
    expect(mine).toMatchObject({
      file_name: 'letter.pdf',
      file_type: 'application/pdf',
      file_size: file.bytes.length,
      patient_ref_id: patientRefId,
      comment: 'please look',
      tokens: { token: token.token, status: 'used' },
    });
    document = mine as Document;
    const bytes = await fetch(document.file_url ?? '').then((response) => response.arrayBuffer());
    expect(sha256(new Uint8Array(bytes))).toBe(sha256(file.bytes));
    expect(document.file_url?.startsWith(run.url)).toBe(true);
  });

  it('the details of the link show the document', async () => {
    expect((await clinician.token(token.id)).uploads).toMatchObject([
      { id: document.id, file_name: 'letter.pdf' },
    ]);
  });

  it('the clinician is emailed once, without patient data', async () => {
    const mails = await eventually(async () => {
      const found = await mailbox.containing(document.id);
      expect(found).toHaveLength(1);
      return found;
    });
    expect(mails[0]?.to).toEqual([account(run, 'user').email]);
    expect(mails[0]?.text).toContain(`/documents/${document.id}`);
    for (const secret of [patientRefId, 'letter.pdf', 'please look', token.token])
      expect(mails[0]?.text).not.toContain(secret);
  });

  it('other clinicians get 404 for the link and the document, and signed-out callers get 401', async () => {
    for (const path of [`/tokens/${token.id}`, `/documents/${document.id}`]) {
      expect((await colleague.get(path)).status).toBe(404);
      expect((await patient.get(path)).status).toBe(401);
      expect((await admin.get(path)).status).toBe(200);
    }
    expect((await colleague.delete(`/upload/file/${document.id}`)).status).toBe(404);
    expect((await colleague.documents()).map((one) => one.id)).not.toContain(document.id);
  });

  it('the document is deleted permanently', async () => {
    expect(await clinician.delete(`/upload/file/${document.id}`)).toMatchObject({
      status: 200,
      body: { data: { deleted: 1 } },
    });
    expect((await clinician.delete(`/upload/file/${document.id}`)).status).toBe(404);
    expect((await fetch(document.file_url ?? '')).status).toBe(404);
    expect((await clinician.token(token.id)).uploads).toEqual([]);
    await eventually(async () => {
      const listed = (await clinician.get<{ tokens: Token[] }>('/tokens')).body.data.tokens.find(
        (one) => one.id === token.id,
      );
      expect(listed).toMatchObject({ status: 'used', uploads: [{ count: 0 }] });
    });
    expect((await patient.upload(token.token, file)).status).toBe(410);
  });
});

describe('the administrator', () => {
  it('an administrator sees all links and documents and downloads several as one zip', async () => {
    const sent = await Promise.all([
      sendAs(clinician, { bytes: aJpeg(), name: 'photo.jpg', type: 'image/jpeg' }),
      sendAs(colleague, { bytes: aPng(), name: 'scan.png', type: 'image/png' }),
    ]);
    const tokens = (await admin.get<{ tokens: Token[] }>('/admin/tokens/monitor')).body.data.tokens;
    const documents = (await admin.get<{ uploads: Document[] }>('/admin/documents')).body.data.uploads;
    expect(tokens.map((one) => one.id)).toEqual(expect.arrayContaining(sent.map((one) => one.id)));
    const ids = documents
      .filter((one) => sent.some((token) => token.id === one.token_id))
      .map((one) => one.id);
    expect(ids).toHaveLength(2);
    const zip = await admin.raw('POST', '/admin/documents/download', { documentIds: ids });
    expect(zip.headers.get('content-type')).toBe('application/zip');
    expect(zip.headers.get('content-disposition')).toMatch(
      /^attachment; filename="documents-\d{4}-\d\d-\d\d\.zip"$/,
    );
    const names = entryNames(Buffer.from(await zip.arrayBuffer()));
    expect(names.sort()).toEqual(
      sent.map((one, n) => `${one.patient_ref_id}/${['photo.jpg', 'scan.png'][n]}`).sort(),
    );
  });

  it('the admin routes are refused to clinicians and to signed-out callers', async () => {
    for (const path of ['/admin/tokens/monitor', '/admin/documents', '/admin/users', '/users?role=user']) {
      expect((await clinician.get(path)).status).toBe(403);
      expect((await patient.get(path)).status).toBe(401);
    }
    expect((await clinician.post('/tokens/bulk', { count: 1 })).status).toBe(403);
  });
});

async function sendAs(
  owner: ApiClient,
  file: { bytes: Uint8Array; name: string; type: string },
): Promise<Token> {
  const token = await owner.createToken(reference());
  expect((await patient.upload(token.token, file)).status).toBe(201);
  return token;
}
