import { errors } from '@caredrop/contracts';
import { rawCall } from './support/client.js';
import { startStack, type Stack } from './support/gateway.js';
import { json, read } from './support/upstream.js';

const link = 'L'.repeat(43);
const form =
  '--b\r\ncontent-disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--b--\r\n';
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const post = (headers: Record<string, string> = {}, path = `/upload?token=${link}`) =>
  rawCall(stack.port, {
    method: 'POST',
    path,
    headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers },
    body: form,
  });

function respondWith(status: number, body: object): void {
  stack.document.respondWith(async (request, response) => {
    await read(request);
    json(response, status, body);
  });
}

describe('the upload form without JavaScript', () => {
  it('the form reaches the document service with the link in a header and gets a page as the response', async () => {
    const upload = { file_name: 'a.pdf', patientRefId: 'P-1', receivedAt: '2026-11-21T14:05:00.000Z' };
    respondWith(201, { status: 'success', data: { upload } });
    const response = await post({ origin: 'null', 'sec-fetch-site': 'same-origin' });
    expect(response.status).toBe(201);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.headers['referrer-policy']).toBe('no-referrer');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toContain('Upload Successful');
    expect(response.body).toContain('<html lang="en-GB" dir="ltr">');
    const sent = stack.document.received.at(-1);
    expect([sent?.method, sent?.url]).toEqual(['POST', '/upload']);
    expect(sent?.headers['x-link-token']).toBe(link);
    expect(stack.log()).not.toContain(link);
  });

  it.each(['/upload/', '/upload.html', '/upload.pl.html'])(
    'the form of a page that was opened at %s reaches the document service',
    async (path) => {
      respondWith(201, { status: 'success', data: {} });
      const response = await post({ origin: 'null' }, `${path}?token=${link}`);
      expect([response.status, response.headers['content-type']]).toEqual([201, 'text/html; charset=utf-8']);
      expect(stack.document.received.at(-1)?.headers['x-link-token']).toBe(link);
      expect((await post({}, path)).body).toContain(errors.link_missing.text);
      expect(stack.log()).not.toContain(link);
    },
  );

  it.each([
    `token=${link}.`,
    `Token=${link}`,
    `a=1&amp;token=${link}`,
    `token=3D${link}`,
    `token=${link}&token=`,
  ])(
    'the form of a link that a messaging app has altered to %s reaches the document service with the link’s value',
    async (query) => {
      respondWith(503, { status: 'error', code: 'storage_unavailable' });
      const response = await post({}, `/upload?${query}`);
      expect(stack.document.received.at(-1)?.headers['x-link-token']).toBe(link);
      expect(response.body).toContain(`href="/upload?token=${link}"`);
    },
  );

  it('errors of the service and of the gateway are shown as pages', async () => {
    respondWith(410, { status: 'fail', code: 'link_revoked', message: errors.link_revoked.text });
    const refused = await post();
    expect([refused.status, refused.body.includes(errors.link_revoked.text)]).toEqual([410, true]);
    const missing = await post({}, '/upload');
    expect([missing.status, missing.body.includes(errors.link_missing.text)]).toEqual([404, true]);
    const foreign = await post({ origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(foreign.headers['content-type']).toContain('text/html');
  });

  it('a browser language without a catalogue gets the page in English, and the response varies by language', async () => {
    respondWith(201, { status: 'success', data: {} });
    const response = await post({ 'accept-language': 'xx, *;q=0.5' });
    expect(response.body).toContain('<html lang="en-GB" dir="ltr">');
    expect(response.headers.vary).toContain('accept-language');
  });

  it('a form with a hidden origin is accepted unless the browser marks it as cross-site', async () => {
    respondWith(201, { status: 'success', data: {} });
    expect((await post({ origin: 'null' })).status).toBe(201);
    expect((await post({ origin: 'null', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

describe('the form without JavaScript for patients who cannot send the document', () => {
  const report = (body: string, headers: Record<string, string> = {}) =>
    rawCall(stack.port, {
      method: 'POST',
      path: `/upload?token=${link}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });
  const respondWith = (status: number, body: object) =>
    stack.token.respondWith(async (request, response) => {
      sent = await read(request);
      json(response, status, body);
    });
  let sent: Buffer | string;

  it('the report reaches the token service as JSON and gets a page as the response', async () => {
    respondWith(202, { status: 'success', data: { received: true } });
    const response = await report('reason=not_mine&comment=Wrong+person%0D%0ASorry', { origin: 'null' });
    expect(response.status).toBe(202);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('<h1>Thank you</h1>');
    expect(response.body).toContain('If your link still works, your clinic has your message.');
    expect(response.body).toContain(`href="/upload?token=${link}"`);
    const call = stack.token.received.at(-1);
    expect([call?.method, call?.url]).toEqual(['POST', '/links/problems']);
    expect(JSON.parse(String(sent))).toEqual({
      token: link,
      reason: 'not_mine',
      comment: 'Wrong person\nSorry',
    });
    expect(stack.log()).not.toContain(link);
    expect(stack.log()).not.toContain('Sorry');
  });

  it.each([
    [400, { status: 'fail', code: 'bad_request', message: errors.bad_request.text }],
    [503, { status: 'error', code: 'service_unavailable', message: errors.service_unavailable.text }],
  ])('after %i the page says that the message was not sent', async (status, body) => {
    respondWith(status, body);
    const response = await report('comment=x');
    expect(response.status).toBe(status);
    expect(response.body).toContain('Your message was not sent.');
    expect(response.body).not.toContain('document was not sent');
    expect(response.body).not.toContain('Thank you');
  });

  it('a body that is too large and a form from another site are refused', async () => {
    respondWith(202, { status: 'success', data: { received: true } });
    const before = stack.token.received.length;
    expect((await report(`comment=${'x'.repeat(300_000)}`)).status).toBe(413);
    expect((await report('reason=help', { origin: 'https://evil.example' })).status).toBe(403);
    expect(stack.token.received).toHaveLength(before);
  });
});

describe('the next document of a request without JavaScript', () => {
  const upload = { file_name: 'a.pdf', patientRefId: 'P-1', receivedAt: '2026-11-21T14:05:00.000Z' };
  const label = [{ language: 'en', direction: 'ltr', text: 'Referral letter' }];
  const item = (state: string) => ({ label, optional: false, state, receivedAt: null });
  const request = {
    items: [item('received'), item('open')],
    left: 1,
    open: { token: 'N'.repeat(43), position: 2, count: 2 },
  };
  let asked: unknown;
  const lookUp = (status: number, data: object) =>
    stack.token.respondWith(async (call, response) => {
      asked = JSON.parse(String(await read(call)));
      json(response, status, { status: 'success', data });
    });
  /** Submits the form of a page on which the look-up failed. */
  const tryAgain = (page: string, headers: Record<string, string> = {}) =>
    rawCall(stack.port, {
      method: 'POST',
      path: /<form method="post" action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '/no-form',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null', ...headers },
      body: 'next=1',
    });

  it('the next document is looked up once, with the link, after a document has arrived', async () => {
    respondWith(201, { status: 'success', data: { upload } });
    lookUp(200, request);
    const before = stack.token.received.length;
    const response = await post();
    expect(response.status).toBe(201);
    expect(response.body).toContain('Next: document 2 of 2');
    expect(response.body).toContain(`href="/upload?token=${request.open.token}"`);
    expect(asked).toEqual({ token: link });
    const calls = stack.token.received.slice(before);
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /links/request']);
    expect(calls[0]?.headers['content-type']).toBe('application/json');
    expect(stack.log()).not.toContain(request.open.token);
  });

  it('the next document is looked up again while the received one is not counted yet', async () => {
    respondWith(201, { status: 'success', data: { upload } });
    let calls = 0;
    stack.token.respondWith(async (call, response) => {
      await read(call);
      calls += 1;
      const early = { ...request, open: { token: link, position: 1, count: 2 } };
      json(response, 200, { status: 'success', data: calls === 1 ? early : request });
    });
    const response = await post();
    expect(response.body).toContain(`href="/upload?token=${request.open.token}"`);
    expect(response.body).not.toContain(link);
    expect(calls).toBe(2);
  });

  it('the next document is not looked up after a refused upload', async () => {
    respondWith(415, { status: 'fail', code: 'file_type_refused' });
    const before = stack.token.received.length;
    expect((await post()).status).toBe(415);
    expect(stack.token.received).toHaveLength(before);
  });

  it.each([
    ['an error', 503, {}],
    ['a response that it cannot read', 200, { items: 'x' }],
  ])(
    'after %s, the page says that the document has arrived and offers a form that looks up the next one again',
    async (_what, status, data) => {
      respondWith(201, { status: 'success', data: { upload } });
      lookUp(status, data);
      const response = await post();
      expect(response.status).toBe(201);
      expect(response.body).toContain('Upload Successful');
      expect(response.body).toContain('We could not check whether your clinic needs another document.');
      expect(response.headers['content-security-policy']).toContain("form-action 'self'");
      lookUp(200, request);
      const again = await tryAgain(response.body);
      expect(again.status).toBe(200);
      expect(again.body).toContain('Next: document 2 of 2');
    },
  );

  it('a look-up that the gateway refuses gets the page with the form again, not the page about an unsent message', async () => {
    respondWith(201, { status: 'success', data: { upload } });
    lookUp(503, {});
    const { body } = await post();
    const before = stack.token.received.length;
    const refused = await tryAgain(body, { 'sec-fetch-site': 'cross-site' });
    expect(refused.status).toBe(403);
    expect(refused.body).toContain('We could not check whether your clinic needs another document.');
    expect(refused.body).not.toContain('Your message was not sent.');
    expect(stack.token.received).toHaveLength(before);
    lookUp(200, request);
    expect((await tryAgain(refused.body)).body).toContain('Next: document 2 of 2');
  });
});
