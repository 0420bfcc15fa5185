import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned, startTlsFront, type TlsFront } from '@caredrop/testing';
import type { Config } from '../config.js';
import { S3ObjectStore } from './s3-object-store.js';

const certificate = selfSigned();
const trusted = getCACertificates();
let server: Server;
let front: TlsFront;
let url: string;
let received: { headers: IncomingHttpHeaders; body: string };

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received = { headers: request.headers, body: Buffer.concat(chunks).toString() };
      response.writeHead(200, { etag: '"x"' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  front = await startTlsFront(url, certificate);
  setDefaultCACertificates([...trusted, certificate.cert]);
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await front.stop();
  server.closeAllConnections();
  server.close();
});

async function put(endpoint: string): Promise<void> {
  const store = new S3ObjectStore({
    S3_ENDPOINT: endpoint,
    S3_REGION: 'eu-west-2',
    S3_BUCKET: 'documents',
    S3_FORCE_PATH_STYLE: true,
    S3_ACCESS_KEY_ID: 'our-id',
    S3_SECRET_ACCESS_KEY: 'our-secret',
    S3_TIMEOUT_MS: 5_000,
  } as Config);
  try {
    await store.put('a/key', Buffer.from('ciphertext'));
  } finally {
    store.onApplicationShutdown();
  }
}

describe('an object on its way to the store', () => {
  const crc32 = '/HcmdQ==';

  it('is signed with its bytes where the way is not encrypted', async () => {
    await put(url);
    expect(received.headers['x-amz-content-sha256']).toMatch(/^[0-9a-f]{64}$/);
    expect(received).toMatchObject({ body: 'ciphertext', headers: { 'x-amz-checksum-crc32': crc32 } });
  });

  it('is signed without its bytes over TLS, and still brings a sum of them', async () => {
    await put(`https://127.0.0.1:${String(front.port)}`);
    expect(received.headers['x-amz-content-sha256']).toBe('UNSIGNED-PAYLOAD');
    expect(received.headers.authorization).toMatch(/SignedHeaders=[^,]*x-amz-checksum-crc32/);
    expect(received).toMatchObject({ body: 'ciphertext', headers: { 'x-amz-checksum-crc32': crc32 } });
  });
});
