import { createHash } from 'node:crypto';
import { createConnection } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { rawCall, type RawResponse } from './support/client.js';
import { startStack, type Stack } from './support/gateway.js';

let stack: Stack;
beforeAll(
  async () => (stack = await startStack({ RATE_LIMITS: '{"credentials":3}', TRUSTED_PROXIES: '127.0.0.1' })),
);
afterAll(() => stack.stop());

function expectSecured({ headers }: Pick<RawResponse, 'headers'>): void {
  const policy = String(headers['content-security-policy']);
  for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(rule);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect(headers).not.toHaveProperty('x-powered-by');
}

describe('security headers', () => {
  it.each([
    ['GET', '/', 200],
    ['GET', '/upload', 200],
    ['GET', '/assets/app-4f2a.js', 200],
    ['GET', '/assets/gone.js', 404],
    ['GET', '/config.json', 200],
    ['GET', '/health/live', 200],
    ['GET', '/api/nothing', 404],
    ['GET', '/api/tokens', 401],
    ['GET', '/api/openapi.json', 200],
    ['GET', '/api/docs', 200],
    ['GET', '/api/docs/style.css', 200],
    ['GET', '/api/tokens/validate/abc', 200],
    ['POST', '/nothing', 404],
    ['HEAD', '/dashboard', 200],
  ])('%s %s returns %i with all security headers', async (method, path, status) => {
    const response = await rawCall(stack.port, { method, path, headers: { origin: 'https://evil.example' } });
    expect(response.status).toBe(status);
    expectSecured(response);
  });

  it('a request that is not HTTP gets a JSON error with all security headers', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = createConnection(stack.port, '127.0.0.1', () => socket.write('NOT HTTP\r\n\r\n'));
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('close', () => resolve(received)).on('error', reject);
    });
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(body)).toMatchObject({ status: 'fail', message: 'The request could not be read' });
    const lines = head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(/: (.*)/) as [string, string]);
    expectSecured({ headers: Object.fromEntries(lines) });
  });

  it('a request with oversized headers gets 431 with all security headers', async () => {
    const headers = { 'x-long': 'x'.repeat(20_000) };
    const response = await rawCall(stack.port, { path: '/api/tokens', headers });
    expect(response.status).toBe(431);
    expectSecured(response);
    expect(JSON.parse(response.body)).toMatchObject({ requestId: response.headers['x-request-id'] });
  });

  it("the content security policy allows no other site, and an inline script only on the patient's page", async () => {
    const { headers } = await rawCall(stack.port, { path: '/dashboard' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self'( 'wasm-unsafe-eval')?;/);
    expect(policy).not.toMatch(/https?:/);
    const patient = await rawCall(stack.port, { path: '/upload' });
    const theirs = String(patient.headers['content-security-policy']);
    expect(theirs).not.toContain('unsafe-inline');
    const start = createHash('sha256').update('start()').digest('base64');
    expect(theirs).toMatch(`script-src 'self' 'sha256-${start}' 'wasm-unsafe-eval';`);
    expect(theirs.match(/sha256-/g)).toHaveLength(1);
  });

  it('Strict-Transport-Security is sent only if the public address uses https', async () => {
    const plain = await rawCall(stack.port, { path: '/' });
    expect(plain.headers).not.toHaveProperty('strict-transport-security');
    const secure = await startStack({ PUBLIC_URL: 'https://clinic.example' });
    const response = await rawCall(secure.port, { path: '/api/nothing' });
    await secure.stop();
    expect(response.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  });
});

describe('pages and assets', () => {
  const get = (path: string, headers: Record<string, string> = {}) => rawCall(stack.port, { path, headers });

  it.each(['/', '/login', '/documents/7', '/tokens', '/upload/else', '/index.html', '/dashboard?a=1'])(
    '%s returns the workspace and is revalidated each time',
    async (path) => {
      const response = await get(path, { accept: 'text/html,*/*;q=0.8' });
      expect(response).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } });
      expect(response.headers['content-type']).toMatch(/^text\/html/);
      expect(response.body).toContain('Workspace');
    },
  );

  const value = 'Ab3dEfGh1jKlMn0pQrStUvWxYz2468013579acegikm';

  it.each([
    ['/UPLOAD', '/upload'],
    [`/Upload/?token=${value}`, `/upload?token=${value}`],
    [`/upload/${value}`, `/upload?token=${value}`],
    [`/UPLOAD/${value}/`, `/upload?token=${value}`],
    [`/upload/token=${value}.`, `/upload?token=token=${value}.`],
  ])('a link written as %s is redirected to the patient’s page', async (address, target) => {
    const response = await get(address);
    expect([response.status, response.headers.location]).toEqual([308, target]);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it.each(['/upload', '/upload/', '/upload?token=abc', '/upload.html'])(
    "%s returns the patient's page, is not cached and calls no service",
    async (path) => {
      const before = stack.token.received.length + stack.document.received.length;
      for (const method of ['GET', 'HEAD']) {
        const response = await rawCall(stack.port, { method, path });
        expect(response).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
        expect(response.body).toContain(method === 'GET' ? 'Upload' : '');
      }
      expect(stack.token.received.length + stack.document.received.length).toBe(before);
    },
  );

  it("the patient's page alone may use the camera", async () => {
    const policyOf = async (path: string) => String((await get(path)).headers['permissions-policy']);
    for (const path of ['/upload', '/upload/', '/upload?token=abc', '/upload.html'])
      expect([path, await policyOf(path)]).toEqual([path, expect.stringContaining('camera=(self), ')]);
    for (const path of ['/', '/login', '/upload/else', '/assets/app-4f2a.js', '/api/nothing', '/nothing.js'])
      expect([path, await policyOf(path)]).toEqual([path, expect.stringContaining('camera=(), ')]);
  });

  it("the patient's page is compressed and not cached", async () => {
    const response = await get('/upload', { 'accept-encoding': 'gzip, br' });
    expect(response.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-store' });
    expect(brotliDecompressSync(response.bytes).toString()).toContain('<title>Upload</title>');
  });

  it('hashed assets may be cached for a year', async () => {
    const response = await get('/assets/app-4f2a.js');
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.body).toContain('workspace');
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=0.5', 'gzip', gunzipSync],
  ])('hashed assets are compressed for a browser that accepts %s', async (accepted, packing, unpack) => {
    for (let time = 0; time < 2; time++) {
      const response = await get('/assets/app-4f2a.js', { 'accept-encoding': accepted });
      expect(response.headers).toMatchObject({ 'content-encoding': packing, vary: 'accept-encoding' });
      expect(response.headers['content-type']).toMatch(/^text\/javascript/);
      expect(response.headers['cache-control']).toContain('immutable');
      expect(unpack(response.bytes).toString()).toContain('workspace');
    }
  });

  it.each(['identity', 'br;q=0, gzip;q=0.0'])(
    'hashed assets are sent uncompressed for Accept-Encoding %s',
    async (accepted) => {
      const response = await get('/assets/app-4f2a.js', { 'accept-encoding': accepted });
      expect(response.headers).not.toHaveProperty('content-encoding');
      expect(response.body).toContain('workspace');
    },
  );

  it('a missing asset returns 404 to a browser that accepts compression', async () => {
    const response = await get('/assets/gone.js', { 'accept-encoding': 'br' });
    expect(response).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
  });

  it('other files are revalidated and support range requests', async () => {
    const whole = await get('/guide.mp4');
    expect(whole.headers['cache-control']).toBe('no-cache');
    const again = await get('/guide.mp4', { 'if-none-match': String(whole.headers.etag) });
    expect(again.status).toBe(304);
    const part = await get('/guide.mp4', { range: 'bytes=0-5' });
    expect(part).toMatchObject({ status: 206, body: 'moving' });
  });

  it.each([
    '/assets/gone.js',
    '/assets/',
    '/favicon.ico',
    '/.secret',
    '/assets/../.secret',
    '/assets/%2e%2e/.secret',
    '/..%2f..%2fetc%2fpasswd',
    '/%00',
  ])('%s returns a 404 that is not cached', async (path) => {
    const response = await get(path, { accept: '*/*' });
    expect(response.status).toBe(404);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(JSON.parse(response.body)).toMatchObject({ code: 'not_found' });
  });

  it('a page requested as JSON returns 404', async () => {
    expect((await get('/dashboard', { accept: 'application/json' })).status).toBe(404);
  });

  it('the settings that a page needs are public', async () => {
    const response = await get('/config.json');
    expect(JSON.parse(response.body)).toEqual({
      signupUrl: expect.stringMatching(/^https?:/) as string,
      clinicName: 'Your clinic',
      passwordMinLength: 6,
    });
  });
});

describe('rate limits per address', () => {
  const attempt = (address: string) =>
    rawCall(stack.port, { method: 'POST', path: '/api/auth/login', headers: { 'x-forwarded-for': address } });

  it('an exceeded limit returns 429 with Retry-After for that address and class of calls only', async () => {
    const first = [await attempt('203.0.113.5'), await attempt('203.0.113.5'), await attempt('203.0.113.5')];
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await attempt('10.0.0.1, 203.0.113.5');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(refused.body)).toMatchObject({ status: 'fail', code: 'rate_limited' });
    expectSecured(refused);
    expect((await attempt('203.0.113.6')).status).toBe(200);
    const headers = { 'x-forwarded-for': '203.0.113.5' };
    expect((await rawCall(stack.port, { path: '/api/tokens/validate/abc', headers })).status).toBe(200);
  });
});
