import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.js';
import { StorageUnavailable } from './object-store.js';
import { S3ObjectStore } from './s3-object-store.js';

let server: Server;
let store: S3ObjectStore;

/** Acts like a store, or a proxy in front of one, that sends the whole object whatever is requested. */
beforeEach(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': 10 }).end('0123456789');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  store = new S3ObjectStore({
    S3_ENDPOINT: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    S3_REGION: 'eu-west-2',
    S3_BUCKET: 'documents',
    S3_FORCE_PATH_STYLE: true,
    S3_ACCESS_KEY_ID: 'our-id',
    S3_SECRET_ACCESS_KEY: 'our-secret',
    S3_TIMEOUT_MS: 5_000,
  } as Config);
});
afterEach(() => {
  store.onApplicationShutdown();
  server.closeAllConnections();
  server.close();
});

it('a store that ignores the requested range counts as unavailable, and its bytes are not returned', async () => {
  const read = store.get('a/key', { offset: 4, length: 2 });
  await expect(read).rejects.toBeInstanceOf(StorageUnavailable);
});
