import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { selfSigned, startTlsFront } from '@caredrop/testing';
import type { Config } from '../config.js';
import { S3ObjectStore } from './s3-object-store.js';

let server: Server;
let url: string;
/** The store's response: status and error code. */
let given: [number, string];
let asked: string[];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url?.split('?')[0] ?? ''}`);
    const [status, code] = given;
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<Error><Code>${code}</Code></Error>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const prepare = async (endpoint: string) => {
  const settings = {
    S3_ENDPOINT: endpoint,
    S3_REGION: 'eu-west-2',
    S3_BUCKET: 'documents',
    S3_FORCE_PATH_STYLE: true,
  };
  const keys = { S3_ACCESS_KEY_ID: 'our-id', S3_SECRET_ACCESS_KEY: 'our-secret', S3_TIMEOUT_MS: 5_000 };
  const store = new S3ObjectStore({
    ...settings,
    ...keys,
    S3_CREATE_BUCKET: false,
    NODE_ENV: 'production',
  } as Config);
  try {
    await store.prepare();
  } finally {
    store.onApplicationShutdown();
  }
};

describe('starting with an object store', () => {
  it.each([
    ['InvalidAccessKeyId', 'The object store does not know S3_ACCESS_KEY_ID'],
    ['SignatureDoesNotMatch', 'The object store does not accept S3_SECRET_ACCESS_KEY'],
  ])('start-up fails without showing a secret when the object store returns %s', async (code, sentence) => {
    given = [403, code];
    await expect(prepare(url)).rejects.toThrow(sentence);
    await expect(prepare(url)).rejects.not.toThrow(/our-(id|secret)/);
    expect(asked[0]).toMatch(/^GET \/documents\//);
  });

  it.each([
    [404, 'NoSuchKey'],
    [403, 'AccessDenied'],
  ])('start-up succeeds when the object store returns %i %s to the probe', async (...wanted) => {
    given = wanted;
    await expect(prepare(url)).resolves.toBeUndefined();
  });

  it('start-up succeeds while the object store is unreachable', async () => {
    await expect(prepare('http://127.0.0.1:1')).resolves.toBeUndefined();
  });

  it('start-up fails when the object store has an untrusted certificate', async () => {
    given = [404, 'NoSuchKey'];
    const front = await startTlsFront(url, selfSigned());
    const secure = `https://127.0.0.1:${String(front.port)}`;
    await expect(prepare(secure)).rejects.toThrow(
      'The certificate of the server in S3_ENDPOINT cannot be trusted',
    );
    await front.stop();
  });

  it('start-up fails with a sentence about TLS when S3_ENDPOINT is https but the object store uses http', async () => {
    await expect(prepare(url.replace('http:', 'https:'))).rejects.toThrow(
      'S3_ENDPOINT is https, but the server does not use TLS',
    );
  });
});
