import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startObjectStore, type ObjectStore } from './start-object-store.js';

let folder: string;
let store: ObjectStore;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caredrop-store-'));
  store = await startObjectStore({ dataDir: folder, buckets: ['bucket'] });
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true });
});

const put = (key: string, headers: Record<string, string>) =>
  fetch(`${store.url}/bucket/${key}`, { method: 'PUT', body: 'ciphertext', headers });
const get = (key: string) => fetch(`${store.url}/bucket/${key}`);

test('the object store emulator keeps an object that matches its checksum and returns the checksum', async () => {
  const response = await put('a/whole', { 'x-amz-checksum-crc32': '/HcmdQ==' });
  expect([response.status, response.headers.get('x-amz-checksum-crc32')]).toEqual([200, '/HcmdQ==']);
  expect(await (await get('a/whole')).text()).toBe('ciphertext');
});

test('the object store emulator refuses an object that does not match its checksum', async () => {
  const response = await put('a/damaged', { 'x-amz-checksum-crc32': 'AAAAAA==' });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('<Code>BadDigest</Code>');
  expect((await get('a/damaged')).status).toBe(404);
});

test('the object store emulator keeps an object without a checksum', async () => {
  expect((await put('a/plain', {})).status).toBe(200);
  expect(await (await get('a/plain')).text()).toBe('ciphertext');
});
