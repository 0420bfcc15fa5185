import { randomUUID } from 'node:crypto';
import type { Token, User } from '@caredrop/contracts';
import { ApiClient } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { aPhoneNumber, aReference, pdfUpload, receive } from '../support/make.js';
import { mailedLink, People, type NewClinician } from '../support/people.js';
import { readRun } from '../support/run.js';
import { eventually } from '@caredrop/testing';

const run = readRun();
const people = new People();
let ana: NewClinician;
let api: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  [ana, admin] = [await people.newClinician('Plain'), await people.get('admin')];
  api = await people.signIn(ana);
});

/** Calls the gateway with headers that a proxy, or one of our services, might send. */
const withHeaders = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(`${run.url}/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${api.bearer}`, 'content-type': 'application/json', ...headers },
  });

describe('untrusted headers', () => {
  const forged = {
    'x-user-id': randomUUID(),
    'x-user-role': 'admin',
    'x-user': 'dora',
    'x-role': 'admin',
    'x-principal': '{"role":"admin"}',
    'x-forwarded-user': 'dora',
    'x-internal-caller': 'gateway',
    'x-session-id': randomUUID(),
    'x-original-url': '/api/admin/users',
    'x-rewrite-url': '/api/admin/users',
    'x-http-method-override': 'DELETE',
    'x-link-token': 'x'.repeat(43),
  };

  it('forged headers change neither the user nor the role', async () => {
    expect((await withHeaders('/admin/users', forged)).status).toBe(403);
    const me = (await (await withHeaders('/auth/me', forged)).json()) as { data: { user: User } };
    expect(me.data.user).toMatchObject({ id: ana.user.id, role: 'user' });
  });

  it('forged headers do not replace a session', async () => {
    const response = await fetch(`${run.url}/api/auth/me`, { headers: forged });
    expect(response.status).toBe(401);
  });

  it('the headers of a caller set neither the request id nor the public origin', async () => {
    const { document } = await receive(api, aReference('H'));
    const lies = {
      'x-request-id': 'chosen-by-a-stranger',
      'x-public-origin': 'https://evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
    };
    const response = await withHeaders(`/documents/${document.id}`, lies);
    expect(response.headers.get('x-request-id')).not.toBe('chosen-by-a-stranger');
    const { data } = (await response.json()) as { data: { document: { file_url: string } } };
    expect(new URL(data.document.file_url).origin).toBe(new URL(run.url).origin);
  });

  it('an invented X-Forwarded-For does not bypass the sign-in limits', async () => {
    const person = await people.newClinician('Guessed');
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': `198.51.100.${i}`,
        'x-client-address': `198.51.100.${i}`,
        'x-real-ip': `198.51.100.${i}`,
      };
      const body = JSON.stringify({ email: person.email, password: `guess-${i}` });
      statuses.push((await fetch(`${run.url}/api/auth/login`, { method: 'POST', headers, body })).status);
    }
    expect(statuses).toContain(429);
    const one = await fetch(`${run.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: 'guess' }),
    });
    expect(Number(one.headers.get('retry-after'))).toBeLessThanOrEqual(30);
  });

  it('forwarded-host headers and body fields do not change the link in an email', async () => {
    const before = await mailedLink(ana.email);
    const body = JSON.stringify({ email: ana.email, url: 'https://evil.example', host: 'evil.example' });
    const headers = { 'x-forwarded-host': 'evil.example', 'x-public-origin': 'https://evil.example' };
    expect((await withHeaders('/auth/forgot-password', headers, { method: 'POST', body })).status).toBe(200);
    const link = await mailedLink(ana.email, before);
    expect(new URL(link).origin).toBe(new URL(run.url).origin);
    for (const text of await new Mailbox(run.mailUrl).sentTo(ana.email)) expect(text).not.toContain('evil');
  });

  it('opening a reset link does not use it up', async () => {
    const person = await people.newClinician('Scanned');
    const first = await mailedLink(person.email);
    await new ApiClient(run.url).post('/auth/forgot-password', { email: person.email });
    const link = await mailedLink(person.email, first);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
    const token = new URL(link).searchParams.get('token');
    const response = await api.post('/auth/reset-password', { token, password: `pass-${randomUUID()}` });
    expect(response.status).toBe(200);
  });
});

/** Fields that an attacker might add to a body. */
const extra = {
  id: '11111111-1111-4111-8111-111111111111',
  role: 'admin',
  status: 'used',
  userId: '22222222-2222-4222-8222-222222222222',
  ownerId: '22222222-2222-4222-8222-222222222222',
  user: { id: '22222222-2222-4222-8222-222222222222' },
  disabled: true,
  password: 'chosen-by-a-stranger',
  passwordHash: 'x',
  secondFactorRequired: true,
  version: 99,
  token: 'x'.repeat(43),
  created_at: '2000-01-01T00:00:00.000Z',
  expires_at: '2999-01-01T00:00:00.000Z',
  hasSMS: true,
  // Computed, because the plain name would set the prototype of this object.
  ['__proto__']: { role: 'admin' },
};

describe('unexpected fields in a request body', () => {
  const startsNow = (time: string) => expect(Date.parse(time)).toBeGreaterThan(Date.now() - 60_000);

  it('unexpected fields do not set the status, id, value or dates of a new link', async () => {
    const { status, body } = await api.post<{ token: Token }>('/tokens', {
      ...extra,
      patientRefId: aReference('X'),
    });
    expect(status).toBe(201);
    const { token } = body.data;
    expect(token).toMatchObject({ status: 'active', hasSMS: false });
    expect(token.id).not.toBe(extra.id);
    expect(token.token).not.toBe(extra.token);
    startsNow(token.created_at);
    expect(Date.parse(token.expires_at)).toBeLessThan(Date.now() + 31 * 86_400_000);
    expect((await api.get(`/tokens/${token.id}`)).status).toBe(200);
  });

  it('unexpected fields do not set the status or expiry of links created in bulk', async () => {
    const body = { ...extra, count: 1, prefix: aReference('X'), expiryDays: 1 };
    const made = await admin.post<{ tokens: Token[] }>('/tokens/bulk', body);
    expect(made.status).toBe(201);
    expect(made.body.data.tokens).toHaveLength(1);
    expect(made.body.data.tokens[0]).toMatchObject({ status: 'active' });
    expect(Date.parse(made.body.data.tokens[0]?.expires_at ?? '')).toBeLessThan(Date.now() + 2 * 86_400_000);
  });

  it('revoking a link changes only its status', async () => {
    const token = await api.createToken(aReference('X'));
    const change = { ...extra, patient_ref_id: 'changed', patientRefId: 'changed', notes: 'changed' };
    expect((await api.patch(`/tokens/${token.id}`, change)).status).toBe(400);
    expect((await api.token(token.id)).status).toBe('active');
    const response = await api.patch<{ token: Token }>(`/tokens/${token.id}`, {
      ...change,
      status: 'revoked',
    });
    expect(response.body.data.token).toMatchObject({
      id: token.id,
      token: token.token,
      patient_ref_id: token.patient_ref_id,
      expires_at: token.expires_at,
      status: 'revoked',
    });
  });

  it('unexpected fields in an SMS request do not change the link', async () => {
    const token = await api.createToken(aReference('X'));
    const body = { ...extra, phoneNumber: aPhoneNumber(), status: 'used', smsStatus: 'delivered' };
    const response = await api.post<{ token: Token }>(`/tokens/${token.id}/send-sms`, body);
    expect(response.status).toBe(200);
    expect(response.body.data.token).toMatchObject({ id: token.id, status: 'active', token: token.token });
  });

  it('unexpected form fields do not change an uploaded document', async () => {
    const token = await api.createToken(aReference('X'));
    const { bytes, name, type } = pdfUpload();
    const form = new FormData();
    for (const [field, value] of Object.entries(extra)) form.set(field, JSON.stringify(value));
    form.set('token_id', extra.id);
    form.set('patient_ref_id', 'changed');
    form.set('document', new Blob([Buffer.from(bytes)], { type }), name);
    const sent = await fetch(`${run.url}/api/upload/${token.token}`, { method: 'POST', body: form });
    expect(sent.status).toBe(201);
    const document = await eventually(async () => {
      const [found] = (await api.token(token.id)).uploads;
      expect(found).toBeDefined();
      return found;
    });
    expect(document).toMatchObject({
      patient_ref_id: token.patient_ref_id,
      token_id: token.id,
      comment: null,
    });
    expect(document?.id).not.toBe(extra.id);
    startsNow(document?.created_at ?? '');
  });

  it('unexpected fields in an invitation do not set the password, status or id of the account', async () => {
    const email = `extra-${randomUUID().slice(0, 8)}@clinic.example`;
    const body = { ...extra, firstName: 'Eve', lastName: 'Extra', email, role: 'user' };
    const { user } = (await admin.post<{ user: User }>('/admin/users', body)).body.data;
    expect(user).toMatchObject({ role: 'user', disabled: false, disableReason: null });
    expect(user.id).not.toBe(extra.id);
    startsNow(user.createdAt);
    expect((await api.post('/auth/login', { email, password: extra.password })).status).toBe(401);
  });

  it.each(['disable', 'enable', 'second-factor/require'])(
    'the action %s ignores unexpected fields and changes nothing else in the account',
    async (act) => {
      const person = await people.newClinician('Whole');
      const body = { ...extra, email: 'changed@clinic.example', firstName: 'Changed', required: false };
      const { status, body: response } = await admin.post<{ user: User }>(
        `/admin/users/${person.user.id}/${act}`,
        body,
      );
      expect(status).toBe(200);
      const { id, email, firstName, role, createdAt } = person.user;
      expect(response.data.user).toMatchObject({ id, email, firstName, role, createdAt });
    },
  );

  it('unexpected fields do not change the user in sign-in and password reset', async () => {
    const body = { ...extra, email: ana.email, password: ana.password };
    const response = await api.post<{ user: User }>('/auth/login', body);
    expect(response.body.data.user).toMatchObject({ id: ana.user.id, role: 'user' });
    const before = await mailedLink(ana.email);
    await api.post('/auth/forgot-password', { ...extra, email: ana.email });
    const token = new URL(await mailedLink(ana.email, before)).searchParams.get('token');
    const password = `pass-${randomUUID()}`;
    expect((await api.post('/auth/reset-password', { ...extra, token, password })).status).toBe(200);
    expect(await people.signIn({ email: ana.email, password })).toBeDefined();
  });

  it('a bulk deletion deletes only the documents in documentIds', async () => {
    const [kept, gone] = [
      (await receive(admin, aReference('X'))).document,
      (await receive(admin, aReference('X'))).document,
    ];
    const body = { ...extra, documentIds: [gone.id], ids: [kept.id], all: true, tokenIds: [kept.token_id] };
    expect((await admin.delete<{ deleted: number }>('/upload/files/bulk', body)).body.data).toEqual({
      deleted: 1,
    });
    expect((await admin.get(`/documents/${kept.id}`)).status).toBe(200);
  });
});
