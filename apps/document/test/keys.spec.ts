import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Document } from '@caredrop/contracts';
import { eventually, newKeyRing, people } from '@caredrop/testing';
import { DATA_KEYS, type DataKeys } from '../src/storage/data-keys.js';
import { command } from './support/command.js';
import { DocumentService } from './support/document-service.js';
import { aPdf } from './support/multipart.js';
import { upload } from './support/uploads.js';

let service: DocumentService;
let folder: string;
let ringFile: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'keys-'));
  ringFile = path.join(folder, 'KEK_KEYS.json');
  writeFileSync(ringFile, newKeyRing(), { mode: 0o600 });
  service = await DocumentService.start({ KEK_KEYS: `file:${ringFile}` });
});
afterEach(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const keys = (line: string, overrides = {}) => command(service, `keys ${line}`, overrides);
const ring = () =>
  JSON.parse(readFileSync(ringFile, 'utf8')) as { current: string; keys: Record<string, string> };
const usedKeys = async () =>
  (await service.prisma.document.findMany({ distinct: ['keyId'] })).map(({ keyId }) => keyId);

async function received(): Promise<Document> {
  const link = service.token.newLink();
  expect((await upload(service, link)).status).toBe(201);
  const { uploads } = (await service.call<{ uploads: Document[] }>('GET', '/documents', { as: people.ana }))
    .body.data;
  return uploads.find(({ tokens }) => tokens.token === link.link) as Document;
}
async function read({ file_url }: Document): Promise<[number, Buffer]> {
  const { status, bytes } = await service.call('GET', new URL(file_url ?? '').pathname.replace('/api', ''));
  return [status, bytes];
}

it('no upload or read fails while the key-encryption key is rotated', async () => {
  const first = await Promise.all([received(), received(), received()]);
  let ended = false;
  const tally = { uploads: 0, reads: 0 };
  const traffic = Promise.all([
    (async () => {
      while (!ended) {
        const document = await received();
        expect(await read(document)).toEqual([200, aPdf()]);
        tally.uploads += 1;
      }
    })(),
    (async () => {
      while (!ended)
        for (const document of first) {
          expect(await read(document)).toEqual([200, aPdf()]);
          tally.reads += 1;
        }
    })(),
  ]);
  const more = (n: number) =>
    eventually(() => expect(Math.min(tally.uploads, tally.reads)).toBeGreaterThanOrEqual(n), 50_000);
  await more(2);
  await keys('add');
  await more(tally.uploads + 1);
  await keys('use k2');
  // As docs/key-rotation.md requires: an upload that already has the old key could otherwise finish after its
  // retirement.
  const dataKeys = service.app.get<DataKeys>(DATA_KEYS);
  await eventually(() => expect(dataKeys.currentKeyId).toBe('k2'));
  await more(tally.uploads + 2);
  expect((await keys('rewrap')).text).toMatch(/^\d+ data keys are wrapped under k2 now$/);
  await eventually(async () => {
    await keys('rewrap'); // For an upload that took its data key before the rotation.
    await keys('retire k1');
  });
  await more(tally.uploads + 2);
  ended = true;
  await traffic;
  expect(await usedKeys()).toEqual(['k2']);
  expect(Object.keys(ring().keys)).toEqual(['k2']);
});

it('keys status lists each key, and for a key-encryption key the number of documents encrypted under it', async () => {
  await received();
  await keys('add');
  expect((await keys('status')).text.split('\n')).toEqual([
    'KEK_KEYS k1: current, 1 documents',
    'KEK_KEYS k2: old, 0 documents',
    'FILE_URL_KEYS k1: current',
  ]);
});

it('keys retire refuses the current key and a key that a document needs', async () => {
  await received();
  await expect(keys('retire k1')).rejects.toThrow('is the current key');
  await keys('add');
  await keys('use k2');
  await expect(keys('retire k1')).rejects.toThrow('Key k1 is in use by 1 documents');
  expect(Object.keys(ring().keys)).toEqual(['k1', 'k2']);
});

it('keys rewrap skips locked rows and rewraps them once they are free', async () => {
  await Promise.all([received(), received(), received()]);
  await keys('add');
  await keys('use k2');
  const [one] = await service.prisma.document.findMany();
  let rewrapping: Promise<unknown> | undefined;
  await service.prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM documents WHERE id = ${one?.id}::uuid FOR UPDATE`;
    rewrapping = keys('rewrap');
    await eventually(async () =>
      expect(await service.prisma.document.count({ where: { keyId: 'k2' } })).toBe(2),
    );
  });
  await rewrapping;
  expect(await usedKeys()).toEqual(['k2']);
});

it('keys rewrap names documents whose data key cannot be opened and rewraps the others', async () => {
  await Promise.all([received(), received()]);
  const bad = await service.prisma.document.findFirstOrThrow();
  await service.prisma.document.update({ where: { id: bad.id }, data: { wrappedKey: randomBytes(60) } });
  await keys('add');
  await keys('use k2');
  expect(await keys('rewrap')).toEqual({
    exitCode: 2,
    text: `1 data keys are wrapped under k2 now\nCannot be opened: 1\n  ${bad.id}`,
  });
});

it('an upload whose data key is wrapped under a retired key is refused with 503, and its retry succeeds', async () => {
  await keys('add');
  await keys('use k2');
  const dataKeys = service.app.get<DataKeys>(DATA_KEYS);
  const create = dataKeys.create.bind(dataKeys);
  // Simulates a replica with an old configuration, or a slow upload, that wraps under k1 after k1 was
  // retired.
  const stale = { keyId: 'k1', wrappedKey: new Uint8Array(60) };
  dataKeys.create = async (id) => ({ ...(await create(id)), ...stale });
  await keys('retire k1');
  const link = service.token.newLink();
  expect((await upload(service, link, { key: 'same' })).status).toBe(503);
  expect(await service.prisma.document.count()).toBe(0);
  expect(link.claimId).toBeNull();
  dataKeys.create = create;
  // The service periodically rereads its key ring file. Until it has done so, it may still wrap under the retired key.
  await eventually(async () => expect((await upload(service, link, { key: 'same' })).status).toBe(201));
  expect(await usedKeys()).toEqual(['k2']);
});

it('keys add prints the new value and changes nothing when the ring is set by an environment variable', async () => {
  const value = newKeyRing();
  const { text } = await keys('add', { KEK_KEYS: value });
  const shown = JSON.parse(text.split('\n').at(-1) ?? '') as {
    current: string;
    keys: Record<string, string>;
  };
  expect(shown).toEqual({ current: 'k1', keys: { ...JSON.parse(value).keys, k2: expect.any(String) } });
  expect(Object.keys(ring().keys)).toEqual(['k1']);
});

/** The id of the key that signed a document's file URL, which is the first part of the URL's token. */
function signingKeyOf({ file_url }: Document): string {
  const [keyId = ''] = new URL(file_url ?? '').pathname.replace('/api/files/', '').split('.');
  return Buffer.from(keyId, 'base64url').toString();
}

it('a file URL works after a rotation of its keys until its own key is retired', async () => {
  const urls = path.join(folder, 'FILE_URL_KEYS.json');
  writeFileSync(urls, newKeyRing());
  const setting = { FILE_URL_KEYS: `file:${urls}` };
  await service.app.close();
  await service.listen(setting);
  const step = (line: string) => keys(`${line} --ring FILE_URL_KEYS`, setting);
  const old = await received();
  await step('add');
  await step('use k2');
  const fresh = await eventually(async () => {
    const document = await received();
    expect(signingKeyOf(document)).toBe('k2');
    return document;
  });
  expect((await read(old))[0]).toBe(200);
  await step('retire k1');
  await eventually(async () => expect((await read(old))[0]).toBe(404));
  expect((await read(fresh))[0]).toBe(200);
});
