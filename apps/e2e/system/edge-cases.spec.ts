import { randomUUID } from 'node:crypto';
import { errors, type Document, type Token } from '@caredrop/contracts';
import { aPdf } from '@caredrop/testing';
import { ApiClient, type Upload } from '../support/api.js';
import { receive } from '../support/make.js';
import { People } from '../support/people.js';
import { readRun } from '../support/run.js';
import { entryNames } from '../support/zip.js';

const run = readRun();
const people = new People();
const patient = new ApiClient(run.url);
const limit = 5 * 1024 * 1024;
let clinician: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  clinician = await people.get('user');
  admin = await people.get('admin');
});

const reference = () => `EDGE-${randomUUID().slice(0, 8)}`;
const padded = (size: number) => {
  const pdf = Buffer.from(aPdf({ text: 'edge' }));
  return Buffer.concat([pdf, Buffer.alloc(size - pdf.length, 32)]);
};
const sent = async (changes: Partial<Upload>) => (await receive(clinician, reference(), changes)).document;

describe('file names', () => {
  it.each([
    ['with emoji', 'Röntgen 📄 👩‍⚕️.pdf', 'Röntgen 📄 👩‍⚕️.pdf', 'Röntgen 📄 👩‍⚕️.pdf'],
    ['in Hebrew', 'מסמך.pdf', 'מסמך.pdf', 'מסמך.pdf'],
    ['with a right-to-left mark', 'bill\u202Efdp.exe.pdf', 'billfdp.exe.pdf', 'billfdp.exe.pdf'],
    ['with quotes', `the "new" 'plan'.pdf`, `the "new" 'plan'.pdf`, `the _new_ 'plan'.pdf`],
    ['with a path', '..\\..\\etc/passwd.pdf', 'passwd.pdf', 'passwd.pdf'],
    ['of 300 characters', `${'n'.repeat(296)}.pdf`, `${'n'.repeat(196)}.pdf`, `${'n'.repeat(196)}.pdf`],
  ])('a file name %s is correct in lists, downloads and zips', async (_what, given, kept, packed) => {
    const document = await sent({ name: given });
    expect(document.file_name).toBe(kept);
    const download = await fetch(`${document.file_url}?disposition=attachment`);
    expect(savedAs(download)).toBe(kept);
    const zip = await admin.raw('POST', '/admin/documents/download', { documentIds: [document.id] });
    expect(zip.headers.get('content-disposition')).toMatch(
      /^attachment; filename="documents-[\d-]{10}\.zip"$/,
    );
    const names = entryNames(Buffer.from(await zip.arrayBuffer()));
    expect(names).toEqual([`${document.patient_ref_id}/${packed}`]);
  });

  /** The name a browser saves a download under: RFC 6266's `filename*` before `filename`. */
  function savedAs(download: Response): string {
    const header = download.headers.get('content-disposition') ?? '';
    const encoded = /filename\*=UTF-8''([^;\s]+)/.exec(header)?.[1];
    if (encoded) return decodeURIComponent(encoded);
    const quoted = /filename="((?:[^"\\]|\\.)*)"/.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1');
    return quoted ?? /filename=([^;\s]+)/.exec(header)?.[1] ?? '';
  }
});

describe('comments', () => {
  it.each([
    ['of spaces is stored as null', ' \t\n ', null],
    ['keeps the text between surrounding spaces', '  two\nlines 🩺  ', 'two\nlines 🩺'],
  ])('a comment %s', async (_what, comment, stored) => {
    expect((await sent({ comment })).comment?.replaceAll('\r\n', '\n') ?? null).toBe(stored);
  });
});

describe('the size of a file', () => {
  it('a file of exactly 5 MiB is refused, and one a byte smaller is accepted by the same link', async () => {
    const token = await clinician.createToken(reference());
    const file = { name: 'big.pdf', type: 'application/pdf' };
    expect(await patient.upload(token.token, { ...file, bytes: padded(limit) })).toMatchObject({
      status: 413,
      body: { message: 'File size must be less than 5MB' },
    });
    expect(await patient.upload(token.token, { ...file, bytes: padded(limit - 1) })).toMatchObject({
      status: 201,
      body: { data: { upload: { file_size: limit - 1 } } },
    });
  });
});

describe('the count of a bulk request', () => {
  const bulk = (count: number, prefix: string) =>
    admin.post<{ tokens: Token[] }>('/tokens/bulk', { count, prefix });

  it.each([0, 101])('a bulk request for %i tokens is refused', async (count) => {
    expect(await bulk(count, reference())).toMatchObject({
      status: 400,
      body: { message: errors.bulk_count_invalid.text },
    });
  });

  it.each([1, 100])('a bulk request for %i tokens is accepted', async (count) => {
    const prefix = reference();
    const response = await bulk(count, prefix);
    expect(response.status).toBe(201);
    const references = response.body.data.tokens.map((token) => token.patient_ref_id).sort();
    expect(references).toHaveLength(count);
    expect([references[0], references.at(-1)]).toEqual([
      `${prefix}-001`,
      `${prefix}-${String(count).padStart(3, '0')}`,
    ]);
  });
});

describe('a clinician who is disabled while working', () => {
  it('a disabled clinician loses access within a second, and sign-in reports that the account is disabled', async () => {
    const account = await people.newClinician('Edge');
    const session = await people.signIn(account);
    expect((await session.get('/tokens')).status).toBe(200);
    const disabled = await admin.post(`/admin/users/${account.user.id}/disable`, { reason: 'On leave' });
    expect(disabled.status).toBe(200);
    const since = performance.now();
    expect((await session.get('/auth/me')).status).toBe(401);
    expect(await lastServed(session, since)).toBeLessThan(1000);
    const { email, password } = account;
    expect(await patient.post('/auth/login', { email, password })).toMatchObject({
      status: 403,
      body: { message: 'Your account has been disabled' },
    });
    expect(await patient.post('/auth/login', { email, password: 'not this one' })).toMatchObject({
      status: 401,
      body: { message: 'Invalid email or password' },
    });
  });

  /** When the last successful call was made, in milliseconds after `since`; 0 when none was. */
  async function lastServed(session: ApiClient, since: number): Promise<number> {
    for (let last = 0; ;) {
      const made = performance.now() - since;
      const { status } = await session.get('/tokens');
      if (status === 401) return last;
      expect(status).toBe(200);
      expect(made).toBeLessThan(1000);
      last = made;
    }
  }
});

describe('a document open in another tab', () => {
  it('a deleted document returns 404 for its page, its file and a second deletion', async () => {
    const document: Document = await sent({});
    expect((await fetch(document.file_url ?? '')).status).toBe(200);
    expect((await clinician.delete(`/upload/file/${document.id}`)).status).toBe(200);
    for (const response of [
      await clinician.get(`/documents/${document.id}`),
      await clinician.delete(`/upload/file/${document.id}`),
      await clinician.delete('/upload/files/bulk', { documentIds: [document.id] }),
    ]) {
      expect(response).toMatchObject({ status: 404, body: { message: 'Document not found' } });
    }
    expect((await fetch(document.file_url ?? '')).status).toBe(404);
    expect((await clinician.token(document.token_id)).uploads).toEqual([]);
  });
});
