import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { crc32 } from 'node:zlib';
import { selfSigned, startTlsFront, type TlsFront } from '@caredrop/testing';
import type { Config } from '../config.js';
import { StorageUnavailable } from './object-store.js';
import { S3ObjectStore } from './s3-object-store.js';

const certificate = selfSigned();
const trusted = getCACertificates();
let server: Server;
let front: TlsFront;
let url: string;
let received: { headers: IncomingHttpHeaders; body: Buffer };
/** Whether this store verifies the CRC-32. */
let comparing: boolean;
/** Whether the connection to this store corrupts what it carries. */
let damaging: boolean;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received = { headers: request.headers, body: Buffer.concat(chunks) };
      if (request.method === 'GET') return response.writeHead(404).end();
      if (damaging && received.body.length > 0) received.body[0] = 0;
      response.writeHead(judge() ? 200 : 400, { etag: '"x"' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  front = await startTlsFront(url, certificate);
  setDefaultCACertificates([...trusted, certificate.cert]);
});
beforeEach(() => {
  comparing = false;
  damaging = false;
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await front.stop();
  server.closeAllConnections();
  server.close();
});

/**
 * Behaves like real stores: always verifies the signed bytes, and their checksum if the store supports that.
 */
function judge(): boolean {
  const { headers, body } = received;
  const signed = headers['x-amz-content-sha256'];
  if (signed !== 'UNSIGNED-PAYLOAD' && signed !== createHash('sha256').update(body).digest('hex'))
    return false;
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  const declared = headers['x-amz-checksum-crc32'];
  return !comparing || declared === undefined || declared === sum.toString('base64');
}

async function put(endpoint: string): Promise<void> {
  const store = new S3ObjectStore({
    S3_ENDPOINT: endpoint,
    S3_REGION: 'eu-west-2',
    S3_BUCKET: 'documents',
    S3_FORCE_PATH_STYLE: true,
    S3_ACCESS_KEY_ID: 'our-id',
    S3_SECRET_ACCESS_KEY: 'our-secret',
    S3_TIMEOUT_MS: 5_000,
    S3_CREATE_BUCKET: false,
  } as Config);
  try {
    const damagedLater = damaging;
    damaging = false;
    await store.prepare();
    damaging = damagedLater;
    await store.put('a/key', Buffer.from('ciphertext'));
  } finally {
    store.onApplicationShutdown();
  }
}

describe('writing an object to S3', () => {
  const crc = '/HcmdQ==';
  const kept = () => ({ body: received.body.toString(), sum: received.headers['x-amz-checksum-crc32'] });

  it('an S3 write signs the body when the store does not verify checksums', async () => {
    await put(url);
    expect(received.headers['x-amz-content-sha256']).toMatch(/^[0-9a-f]{64}$/);
    expect(kept()).toEqual({ body: 'ciphertext', sum: crc });
  });

  it('an S3 write does not sign the body when the store verifies its checksum', async () => {
    comparing = true;
    await put(url);
    expect(received.headers['x-amz-content-sha256']).toBe('UNSIGNED-PAYLOAD');
    expect(received.headers.authorization).toMatch(/SignedHeaders=[^,]*x-amz-checksum-crc32/);
    expect(kept()).toEqual({ body: 'ciphertext', sum: crc });
  });

  it('an S3 write over TLS does not sign the body and sends a checksum', async () => {
    await put(`https://127.0.0.1:${String(front.port)}`);
    expect(received.headers['x-amz-content-sha256']).toBe('UNSIGNED-PAYLOAD');
    expect(received.headers.authorization).toMatch(/SignedHeaders=[^,]*x-amz-checksum-crc32/);
    expect(kept()).toEqual({ body: 'ciphertext', sum: crc });
  });

  it.each([
    ['that verifies checksums', true],
    ['that does not verify checksums', false],
  ])('an S3 write of a damaged body fails with a store %s', async (_which, compares) => {
    comparing = compares;
    damaging = true;
    await expect(put(url)).rejects.toBeInstanceOf(StorageUnavailable);
  });

  it('an S3 write sends no Expect header', async () => {
    await put(url);
    expect(received.headers.expect).toBeUndefined();
  });
});
