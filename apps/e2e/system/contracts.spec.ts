import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  askRenewalResponse,
  reportProblemResponse,
  thanksResponse,
  askAgainResponse,
  chooseLanguageResponse,
  linkRequestResponse,
  checkLinkResponse,
  deletedResponse,
  documentResponse,
  documentsResponse,
  reviewResponse,
  snoozeResponse,
  openedLinkResponse,
  attentionDocumentsResponse,
  attentionTokensResponse,
  statisticsResponse,
  failureSchema,
  loginResponse,
  meResponse,
  newLinkResponse,
  reissueResponse,
  sheetResponse,
  successSchema,
  remindersResponse,
  tokenResponse,
  tokenDetailsResponse,
  tokenDefaults,
  tokensResponse,
  uploadResponse,
  userResponse,
  usersResponse,
  validateResponse,
  type Document,
  type Token,
  type User,
} from '@caredrop/contracts';
import { aPdf } from '@caredrop/testing';
import { ApiClient } from '../support/api.js';
import { anAddress, aPhoneNumber, receive, receiveWith, twoItems } from '../support/make.js';
import { account, readRun } from '../support/run.js';

const run = readRun();
const clinician = new ApiClient(run.url);
const admin = new ApiClient(run.url);
const anybody = new ApiClient(run.url);
const file = { bytes: aPdf({ text: 'contract' }), name: 'contract.pdf', type: 'application/pdf' };
const reference = () => `C-${randomUUID().slice(0, 8)}`;

let token: Token;
let document: Document;
let colleague: User;

beforeAll(async () => {
  await clinician.signIn(account(run, 'user', 2));
  await admin.signIn(account(run, 'admin'));
  token = await clinician.createToken(reference());
  const sent = await clinician.createToken(reference());
  await anybody.upload(sent.token, file);
  document = (await clinician.documents()).find((one) => one.token_id === sent.id) as Document;
  const users = (await admin.get<{ users: User[] }>('/users?role=user')).body.data.users;
  colleague = users.find((user) => user.email === account(run, 'user', 1).email) as User;
});

type Calls = [
  call: string,
  status: number,
  schema: z.ZodType,
  ask: () => Promise<{ status: number; body: unknown }>,
][];

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/**
 * The specified calls, each with its response's schema. The zip, which is binary, is tested elsewhere.
 */
const calls: Calls = [
  ['POST /auth/login', 200, loginResponse, () => anybody.post('/auth/login', account(run, 'user', 2))],
  ['GET /auth/me', 200, meResponse, () => clinician.get('/auth/me')],
  [
    'GET /tokens/validate/{token}',
    200,
    validateResponse,
    () => anybody.get(`/tokens/validate/${token.token}`),
  ],
  ['GET /tokens', 200, tokensResponse, () => clinician.get('/tokens')],
  ['GET /tokens/defaults', 200, tokenDefaults, () => clinician.get('/tokens/defaults')],
  ['GET /tokens, paged', 200, tokensResponse, () => clinician.get('/tokens?limit=2')],
  ['POST /tokens', 201, newLinkResponse, () => clinician.post('/tokens', { patientRefId: reference() })],
  ['GET /tokens/{id}/sheet', 200, sheetResponse, () => clinician.get(`/tokens/${token.id}/sheet`)],
  ['GET /tokens/{id}', 200, tokenDetailsResponse, () => clinician.get(`/tokens/${document.token_id}`)],
  [
    'POST /tokens/{id}/send-sms',
    200,
    tokenResponse,
    () => clinician.post(`/tokens/${token.id}/send-sms`, { phoneNumber: aPhoneNumber() }),
  ],
  [
    'POST /tokens/{id}/send-email',
    200,
    tokenResponse,
    () => clinician.post(`/tokens/${token.id}/send-email`, { email: anAddress() }),
  ],
  [
    'POST /tokens/{id}/send-email, later',
    200,
    tokenResponse,
    () => clinician.post(`/tokens/${token.id}/send-email`, { email: anAddress(), sendAt: tomorrow() }),
  ],
  [
    'DELETE /tokens/{id}/scheduled-sends/{channel}',
    200,
    tokenResponse,
    () => clinician.delete(`/tokens/${token.id}/scheduled-sends/email`),
  ],
  [
    'GET /tokens/{id}/reminders',
    200,
    remindersResponse,
    () => clinician.get(`/tokens/${token.id}/reminders`),
  ],
  [
    'POST /tokens/{id}/extend',
    200,
    tokenResponse,
    () => clinician.post(`/tokens/${token.id}/extend`, { days: 60 }),
  ],
  [
    'POST /tokens/{id}/assign',
    200,
    tokenResponse,
    () => clinician.post(`/tokens/${token.id}/assign`, { teamId: null }),
  ],
  [
    'POST /tokens/{id}/reissue',
    201,
    reissueResponse,
    async () => {
      const { id } = await clinician.createToken(reference());
      return clinician.post(`/tokens/${id}/reissue`, { send: false });
    },
  ],
  [
    'POST /links/renewals',
    202,
    askRenewalResponse,
    () => anybody.post('/links/renewals', { token: token.token }),
  ],
  [
    'POST /links/problems',
    202,
    reportProblemResponse,
    () => anybody.post('/links/problems', { token: token.token, reason: 'help', comment: 'Please call' }),
  ],
  [
    'POST /tokens/{id}/problem/close',
    200,
    tokenResponse,
    async () => {
      const { problem } = await clinician.token(token.id);
      return clinician.post(`/tokens/${token.id}/problem/close`, { reported_at: problem?.reported_at });
    },
  ],
  [
    'GET /tokens/{id}/ask-again',
    200,
    askAgainResponse,
    () => clinician.get(`/tokens/${document.token_id}/ask-again`),
  ],
  [
    'POST /tokens/{id}/ask-again',
    201,
    reissueResponse,
    async () => {
      const { token: sent } = await receive(clinician, reference());
      return clinician.post(`/tokens/${sent.id}/ask-again`, { reason: 'blurred', send: false });
    },
  ],
  ['GET /tokens/{id}/thanks', 200, thanksResponse, () => clinician.get(`/tokens/${token.id}/thanks`)],
  [
    'POST /links/language',
    202,
    chooseLanguageResponse,
    () => anybody.post('/links/language', { token: token.token, language: 'en' }),
  ],
  [
    'POST /links/request',
    200,
    linkRequestResponse,
    async () => {
      const first = await clinician.createToken(reference(), { items: twoItems });
      await receiveWith(clinician, first);
      return anybody.post('/links/request', { token: first.token });
    },
  ],
  [
    'POST /links/skip',
    200,
    linkRequestResponse,
    async () => {
      const first = await clinician.createToken(reference(), { items: twoItems });
      return anybody.post('/links/skip', { token: first.token });
    },
  ],
  [
    'POST /links/opened',
    202,
    openedLinkResponse,
    () => anybody.post('/links/opened', { token: token.token }),
  ],
  ['GET /tokens/attention', 200, attentionTokensResponse, () => clinician.get('/tokens/attention')],
  [
    'GET /tokens/attention, of the snoozed ones',
    200,
    attentionTokensResponse,
    () => clinician.get('/tokens/attention?show=snoozed&limit=5'),
  ],
  [
    'POST /tokens/{id}/snooze',
    200,
    snoozeResponse,
    () => clinician.post(`/tokens/${token.id}/snooze`, { reason: 'ending', until: tomorrow() }),
  ],
  ['GET /admin/tokens/attention', 200, attentionTokensResponse, () => admin.get('/admin/tokens/attention')],
  ['GET /statistics', 200, statisticsResponse, () => clinician.get('/statistics')],
  ['GET /admin/statistics', 200, statisticsResponse, () => admin.get('/admin/statistics?by=clinician')],
  ['GET /documents/attention', 200, attentionDocumentsResponse, () => clinician.get('/documents/attention')],
  [
    'POST /documents/{id}/snooze',
    200,
    snoozeResponse,
    () => clinician.post(`/documents/${document.id}/snooze`, { reason: 'new_document', until: tomorrow() }),
  ],
  [
    'GET /admin/documents/attention',
    200,
    attentionDocumentsResponse,
    () => admin.get('/admin/documents/attention'),
  ],
  [
    'POST /links/check',
    200,
    checkLinkResponse,
    async () => {
      const link = await clinician.createCheckedToken(reference(), '1948-03-27');
      const body = { token: link.token, birth_date: '1948-03-27', browser: 'b'.repeat(32) };
      return anybody.post('/links/check', body);
    },
  ],
  [
    'POST /tokens/{id}/check/unlock',
    200,
    tokenResponse,
    async () => {
      const { id } = await clinician.createCheckedToken(reference(), '1948-03-27');
      return clinician.post(`/tokens/${id}/check/unlock`);
    },
  ],
  [
    'PATCH /tokens/{id}',
    200,
    tokenResponse,
    () => clinician.patch(`/tokens/${token.id}`, { status: 'revoked' }),
  ],
  [
    'POST /tokens/bulk',
    201,
    tokensResponse,
    () => admin.post('/tokens/bulk', { count: 2, prefix: reference() }),
  ],
  [
    'GET /admin/tokens/monitor',
    200,
    tokensResponse,
    () => admin.get('/admin/tokens/monitor?status=active&expiryRange=week'),
  ],
  ['GET /admin/tokens/monitor, paged', 200, tokensResponse, () => admin.get('/admin/tokens/monitor?limit=3')],
  ['GET /users?role=user', 200, usersResponse, () => admin.get('/users?role=user')],
  ['GET /documents', 200, documentsResponse, () => clinician.get('/documents')],
  ['GET /documents, paged', 200, documentsResponse, () => clinician.get('/documents?limit=1')],
  ['GET /documents/{id}', 200, documentResponse, () => clinician.get(`/documents/${document.id}`)],
  [
    'POST /documents/{id}/review',
    200,
    reviewResponse,
    () => clinician.post(`/documents/${document.id}/review`, { state: 'reviewed', from: 'new' }),
  ],
  ['GET /documents, of one state', 200, documentsResponse, () => clinician.get('/documents?review=reviewed')],
  [
    'GET /admin/documents',
    200,
    documentsResponse,
    () => admin.get('/admin/documents?fileType=pdf&dateRange=today'),
  ],
  ['GET /admin/documents, paged', 200, documentsResponse, () => admin.get('/admin/documents?limit=2')],
  ['GET /admin/users', 200, usersResponse, () => admin.get('/admin/users?status=active&name=b')],
  [
    'POST /admin/users/{id}/disable',
    200,
    userResponse,
    () => admin.post(`/admin/users/${colleague.id}/disable`, { reason: 'On leave' }),
  ],
  [
    'POST /admin/users/{id}/enable',
    200,
    userResponse,
    () => admin.post(`/admin/users/${colleague.id}/enable`),
  ],
  [
    'DELETE /upload/files/bulk',
    200,
    deletedResponse,
    () => clinician.delete('/upload/files/bulk', { documentIds: [document.id] }),
  ],
];

describe('successful responses', () => {
  it.each(calls)('%s matches its response schema', async (_call, status, schema, ask) => {
    const response = await ask();
    expect({ status: response.status, body: response.body }).toMatchObject({
      status,
      body: { status: 'success' },
    });
    successSchema(schema).parse(response.body);
  });

  it('POST /upload/{token} and DELETE /upload/file/{id} match their response schemas', async () => {
    const link = await clinician.createToken(reference());
    const sent = await anybody.upload(link.token, file);
    successSchema(uploadResponse).parse(sent.body);
    const stored = (await clinician.documents()).find((one) => one.token_id === link.id);
    const deleted = await clinician.delete(`/upload/file/${stored?.id}`);
    expect(successSchema(deletedResponse).parse(deleted.body).data).toEqual({ deleted: 1 });
  });

  it('POST /auth/forgot-password and POST /auth/reset-password return the specified messages', async () => {
    for (const email of [account(run, 'user', 2).email, 'nobody@clinic.example']) {
      expect(await anybody.post('/auth/forgot-password', { email })).toMatchObject({
        status: 200,
        body: { status: 'success', message: 'Password reset instructions sent to your email', data: null },
      });
    }
    expect(
      await anybody.post('/auth/reset-password', { token: 'made up', password: 'long enough' }),
    ).toMatchObject({
      status: 400,
      body: { message: 'Invalid or missing reset token' },
    });
  });
});

describe('error responses', () => {
  const rejections: [
    call: string,
    status: number,
    message: string,
    ask: () => Promise<{ status: number; body: unknown }>,
  ][] = [
    ['an unknown path', 404, 'Not found', () => anybody.get('/nowhere')],
    ['an internal path', 404, 'Not found', () => admin.post('/internal/claims', {})],
    [
      'a login without a password',
      400,
      'Email and password are required',
      () => anybody.post('/auth/login', { email: 'a@b.example' }),
    ],
    [
      'a login with a wrong password',
      401,
      'Invalid email or password',
      () => anybody.post('/auth/login', { email: 'x@y.example', password: 'no' }),
    ],
    ['a call without a session', 401, 'Please sign in', () => anybody.get('/auth/me')],
    [
      'a password request without an address',
      400,
      'Email is required',
      () => anybody.post('/auth/forgot-password', { email: ' ' }),
    ],
    [
      'a reset without a password',
      400,
      'Password is required',
      () => anybody.post('/auth/reset-password', { token: 'x' }),
    ],
    [
      'a reset with a short password',
      400,
      'Password must be at least 6 characters',
      () => anybody.post('/auth/reset-password', { token: 'x', password: '12345' }),
    ],
    [
      'creating a token without a reference',
      400,
      'Patient Reference ID is required',
      () => clinician.post('/tokens', {}),
    ],
    ['an unknown token', 404, 'Token not found', () => clinician.get(`/tokens/${randomUUID()}`)],
    ['a malformed id', 404, 'Token not found', () => clinician.get('/tokens/not-an-id')],
    ['an unknown document', 404, 'Document not found', () => clinician.get('/documents/not-an-id')],
    [
      'an unknown filter',
      400,
      'The request could not be read',
      () => admin.get('/admin/tokens/monitor?status=gone'),
    ],
    [
      'an empty zip',
      400,
      'No documents selected',
      () => admin.post('/admin/documents/download', { documentIds: [] }),
    ],
    [
      'a zip with an unknown document',
      404,
      'Document not found',
      () => admin.post('/admin/documents/download', { documentIds: [randomUUID()] }),
    ],
    [
      'deleting no document',
      400,
      'Please select documents to delete',
      () => clinician.delete('/upload/files/bulk', {}),
    ],
    [
      'deleting an unknown document',
      404,
      'Document not found',
      () => clinician.delete('/upload/files/bulk', { documentIds: [randomUUID()] }),
    ],
    [
      'a bulk request for 101 tokens',
      400,
      'Please enter a valid number of tokens (1-100)',
      () => admin.post('/tokens/bulk', { count: 101 }),
    ],
    ['an unknown user', 404, 'User not found', () => admin.post(`/admin/users/${randomUUID()}/disable`)],
    ['the wrong role', 403, 'You do not have permission to do this', () => clinician.get('/admin/users')],
  ];

  it.each(rejections)('%s returns an error in the standard format', async (_what, status, message, ask) => {
    const response = await ask();
    expect(response).toMatchObject({ status, body: { status: status >= 500 ? 'error' : 'fail', message } });
    failureSchema.parse(response.body);
  });

  it('broken JSON returns an error in the standard format', async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${run.url}/api/auth/login`, { method: 'POST', headers, body: '{"email":' });
    expect(response.status).toBe(400);
    expect(failureSchema.parse(await response.json())).toMatchObject({
      message: 'The request could not be read',
    });
  });
});
