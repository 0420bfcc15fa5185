import { createServer, type Server } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from './self-signed.js';
import { startTlsFront, type TlsFront } from './tls-front.js';

const certificate = selfSigned();
let plain: Server;
let front: TlsFront;

beforeAll(async () => {
  plain = createServer((_request, response) => response.end('hello'));
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  front = await startTlsFront(
    `http://127.0.0.1:${String((plain.address() as AddressInfo).port)}`,
    certificate,
  );
});
afterAll(async () => {
  await front.stop();
  plain.closeAllConnections();
  plain.close();
});

const ask = (host: string, ca?: string) =>
  new Promise<string>((resolve, reject) => {
    const request = get(
      { host, port: front.port, path: '/', agent: false, ...(ca && { ca }) },
      (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk))).on('end', () => resolve(text));
      },
    );
    request.on('error', reject);
  });

describe('a server behind TLS', () => {
  it.each(['127.0.0.1', 'localhost'])(
    'a client that trusts the certificate reaches the server as %s',
    async (host) => {
      expect(await ask(host, certificate.cert)).toBe('hello');
    },
  );

  it('a client that does not trust the certificate refuses the connection', async () => {
    await expect(ask('127.0.0.1', selfSigned().cert)).rejects.toThrow();
    await expect(ask('127.0.0.1')).rejects.toThrow(/self-signed/);
  });
});
