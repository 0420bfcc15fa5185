import { randomUUID } from 'node:crypto';
import { ApiClient } from '../support/api.js';
import { Description, type Operation } from '../support/described.js';
import { account, readRun } from '../support/run.js';

/**
 * Every operation of `/api/openapi.json`, new ones included, fails as described. Successful responses are checked
 * wherever a test makes the call: {@link ApiClient} compares every response with the description, except those of
 * `raw`.
 */
const run = readRun();
const anybody = new ApiClient(run.url);
const clinician = new ApiClient(run.url);
const admin = new ApiClient(run.url);
let description: Description;

beforeAll(async () => {
  await clinician.signIn(account(run, 'user', 2));
  await admin.signIn(account(run, 'admin'));
  description = await Description.of(run.url);
});

/**
 * Makes each call, and expects the status `expected` with a body that matches the description. A failure names the
 * call.
 */
async function rejections(
  calls: Operation[],
  expected: number,
  ask: (path: string, operation: Operation) => Promise<Response>,
): Promise<void> {
  expect(calls.length).toBeGreaterThan(0);
  const seen = [];
  for (const call of calls) {
    const path = call.path.replaceAll(/\{\w+\}/g, randomUUID());
    const response = await ask(path, call);
    const body: unknown = await response.json();
    expect(description.complaints(call.method, path, response.status, body)).toEqual([]);
    seen.push([`${call.method} ${call.path}`, response.status]);
  }
  expect(seen).toEqual(calls.map((call) => [`${call.method} ${call.path}`, expected]));
}

const closed = () => description.operations.filter((call) => call['x-access'] !== 'public');
const ofAdmins = () => description.operations.filter((call) => call['x-access'] === 'admin');
const withJson = () =>
  description.operations.filter((call) => call.requestBody?.content['application/json'] !== undefined);
/** The other calls look up an object before they validate the body. */
const withJsonOnly = () => withJson().filter((call) => !call.path.includes('{'));
const paged = () =>
  description.operations.filter((call) => call.parameters.some(({ name }) => name === 'limit'));

const send = (method: string, path: string, body: string, type: string) =>
  fetch(`${run.url}/api${path}`, {
    method,
    body,
    headers: { authorization: `Bearer ${admin.bearer ?? ''}`, 'content-type': type },
  });

describe('the errors of every described operation', () => {
  it('operations that require a session return 401 without one', () =>
    rejections(closed(), 401, (path, { method }) => anybody.raw(method, path)));

  it('admin operations return 403 to clinicians', () =>
    rejections(ofAdmins(), 403, (path, { method }) => clinician.raw(method, path)));

  it('operations with a JSON body and no parameter in their path refuse an unreadable body with 400', () =>
    rejections(withJsonOnly(), 400, (path, { method }) =>
      send(method, path, '{"half":', 'application/json'),
    ));

  it('operations with a JSON body refuse another content type with 415', () =>
    rejections(withJson(), 415, (path, { method }) => send(method, path, 'text', 'text/plain')));

  it('operations with a JSON body refuse an oversized one with 413', () =>
    rejections(withJson(), 413, (path, { method }) =>
      send(method, path, JSON.stringify({ field: 'x'.repeat(300_000) }), 'application/json'),
    ));

  it('paged operations refuse a limit of zero with 400', () =>
    rejections(paged(), 400, (path, { method }) => admin.raw(method, `${path}?limit=0`)));
});

describe('the API description', () => {
  it('the API description contains every specified operation', () => {
    const calls = description.operations.map(({ method, path }) => `${method} ${path}`);
    expect(calls).toEqual(
      expect.arrayContaining([
        'POST /auth/login',
        'GET /auth/me',
        'POST /auth/forgot-password',
        'POST /auth/reset-password',
        'GET /tokens/validate/{token}',
        'POST /upload/{token}',
        'GET /tokens',
        'POST /tokens',
        'GET /tokens/{id}',
        'PATCH /tokens/{id}',
        'POST /tokens/{id}/send-sms',
        'POST /tokens/bulk',
        'GET /admin/tokens/monitor',
        'GET /users',
        'GET /documents',
        'GET /documents/{id}',
        'GET /admin/documents',
        'POST /admin/documents/download',
        'DELETE /upload/file/{id}',
        'DELETE /upload/files/bulk',
        'GET /admin/users',
        'POST /admin/users/{id}/disable',
        'POST /admin/users/{id}/enable',
      ]),
    );
  });

  it('the comparison with the description reports an unexpected status and missing or extra fields', () => {
    const failure = { status: 'fail', message: 'm', code: 'not_found', requestId: 'r' };
    const complaints = (status: number, body: unknown) =>
      description.complaints('GET', `/tokens/${randomUUID()}`, status, body);
    expect(complaints(404, failure)).toEqual([]);
    expect(complaints(418, failure)[0]).toMatch(
      /^GET \/tokens\/\{id\} returned 418, which is not described$/,
    );
    expect(complaints(404, { ...failure, code: undefined })[0]).toContain('not as described');
    expect(complaints(200, { status: 'success', data: {}, more: 1 })[0]).toContain('not as described');
  });
});
