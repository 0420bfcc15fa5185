import { mkdir, mkdtemp, readdir, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { eventually, people } from '@caredrop/testing';
import { command } from './support/command.js';
import { DocumentService } from './support/document-service.js';
import { aPdfOf } from './support/multipart.js';
import { ServiceProcess } from './support/service-process.js';
import { storeInFolders } from './support/service-stores.js';
import { SmallDisk } from './support/small-disk.js';
import { upload } from './support/uploads.js';

storeInFolders();

let service: DocumentService;
afterEach(() => service.stop());

const folderOf = () => fileURLToPath(service.env.STORE_URL ?? '');
const incoming = () => readdir(path.join(folderOf(), '.incoming'));
async function received() {
  const link = service.token.newLink();
  expect((await upload(service, link)).status).toBe(201);
  return service.prisma.document.findFirstOrThrow({ where: { link: link.link } });
}
const isReady = async () => (await service.call('GET', '/health/ready')).status === 200;

describe('the document service with objects in a folder', () => {
  beforeEach(async () => {
    service = await DocumentService.start();
  });
  const unmount = async () => {
    await rename(folderOf(), `${folderOf()}-away`);
    await mkdir(folderOf());
  };
  const mount = async () => {
    await rmdir(folderOf());
    await rename(`${folderOf()}-away`, folderOf());
  };
  const readFirst = async () => {
    const { body } = await service.call<{ uploads: { file_url: string }[] }>('GET', '/documents', {
      as: people.ana,
    });
    const { pathname } = new URL(body.data.uploads[0]?.file_url ?? '');
    return service.call('GET', pathname.replace(/^\/api/, ''), { as: people.ana });
  };

  it('a document is stored as one encrypted file and read again', async () => {
    const { storageKey } = await received();
    expect(await service.objects()).toEqual([storageKey]);
    const stored = await service.withStore((store) => store.get(storageKey ?? '', 10_000_000));
    expect(stored.includes('%PDF')).toBe(false);
    const read = await readFirst();
    expect([read.status, read.bytes.includes('%PDF')]).toEqual([200, true]);
    expect(await incoming()).toEqual([]);
  });

  it('while its folder is unmounted, the service is not ready, writes nothing into the mount point and counts no document as lost', async () => {
    await received();
    expect(await isReady()).toBe(true);
    await unmount();
    expect(await isReady()).toBe(false);
    expect(await upload(service, service.token.newLink())).toMatchObject({
      status: 503,
      body: { code: 'storage_unavailable' },
    });
    expect((await readFirst()).status).toBe(503);
    expect(await readdir(folderOf())).toEqual([]);
    await expect(command(service, 'reconcile')).rejects.toThrow('mount its disk');
    expect(await service.prisma.document.count({ where: { state: 'lost' } })).toBe(0);
    await mount();
    expect(await isReady()).toBe(true);
    expect((await readFirst()).status).toBe(200);
  });

  it('a check of a backup leaves an unmounted folder empty, so that the service does not mistake it for a store', async () => {
    await received();
    const backup = await mkdtemp(path.join(tmpdir(), 'objects-'));
    await command(service, `objects backup --to ${backup}/a`);
    await unmount();
    const checked = await command(service, `objects restore --check --from ${backup}/a`);
    expect(checked).toEqual({ exitCode: 0, text: 'objects: 1 in the backup; the restore can begin' });
    expect(await readdir(folderOf())).toEqual([]);
    expect(await isReady()).toBe(false);
    await mount();
    await expect(command(service, `objects restore --check --from ${backup}/a`)).rejects.toThrow(
      'The object store is not empty',
    );
    await rm(backup, { recursive: true });
  });

  it('the service does not start while its folder is not mounted, even if every document has been deleted', async () => {
    const { id } = await received();
    await service.call('DELETE', `/upload/file/${id}`, { as: people.ana });
    await eventually(async () => expect(await service.objects()).toEqual([]));
    await service.app.close();
    await unmount();
    await rm(path.join(`${folderOf()}-away`, 'documents'), { recursive: true });
    await expect(service.listen()).rejects.toThrow('mount its disk');
    await mount();
    await service.listen();
  });

  it('doctor checks a folder in the same way as a bucket, and reports one that is not mounted', async () => {
    const others = { AUTH_URL: service.url, TOKEN_URL: service.url };
    const probed =
      'ok       Object store: encrypted a probe under key k1, then wrote, read, decrypted and deleted it';
    expect((await command(service, 'doctor', others)).text).toContain(probed);
    expect(await service.objects()).toEqual([]);
    await unmount();
    const { text, exitCode } = await command(service, 'doctor', others);
    expect(exitCode).toBe(1);
    expect(text).toContain('failed   Object store: a probe object could not be written');
    expect(text).toContain('mount its disk, and let the service read and write the folder');
    await mount();
  });

  it('old temporary files are removed at start, and recent ones are kept', async () => {
    await service.app.close();
    for (const name of ['old', 'young']) await writeFile(path.join(folderOf(), '.incoming', name), 'half');
    const before = new Date(Date.now() - 7_200_000);
    await utimes(path.join(folderOf(), '.incoming/old'), before, before);
    await service.listen();
    await eventually(async () => expect(await incoming()).toEqual(['young']));
    await eventually(() =>
      expect(service.lines.join('')).toContain('removed temporary files of unfinished writes'),
    );
  });

  it('a key rotation leaves stored files unchanged, and documents can be read with the new key', async () => {
    const { storageKey } = await received();
    const before = await service.withStore((store) => store.get(storageKey ?? '', 10_000_000));
    const ring = JSON.parse(service.env.KEK_KEYS ?? '') as { current: string; keys: Record<string, string> };
    const KEK_KEYS = JSON.stringify({
      current: 'k2',
      keys: { ...ring.keys, k2: Buffer.alloc(32, 2).toString('base64') },
    });
    await command(service, 'keys rewrap', { KEK_KEYS });
    expect(await service.withStore((store) => store.get(storageKey ?? '', 10_000_000))).toEqual(before);
    const { text, exitCode } = await command(service, 'reconcile --verify', { KEK_KEYS });
    expect([exitCode, text]).toEqual([0, expect.stringMatching(/read and verified +1/)]);
  });

  it('a killed service keeps its documents and accepts uploads after a restart', async () => {
    const running = await ServiceProcess.start(service.env);
    service.url = running.url;
    const { storageKey } = await received();
    await running.end('SIGKILL');
    const again = await ServiceProcess.start(service.env);
    service.url = again.url;
    expect(await service.objects()).toEqual([storageKey]);
    expect((await readFirst()).status).toBe(200);
    await received();
    await again.end('SIGKILL');
  });
});

describe('a full disk', () => {
  const disk = SmallDisk.mount();
  afterAll(() => disk?.unmount());
  const onSmallDisk = disk ? it : it.skip;

  onSmallDisk('uploads to a full disk get 503 until it has space, and leave nothing behind', async () => {
    const STORE_URL = pathToFileURL(path.join(disk?.folder ?? '', 'objects')).href;
    service = await DocumentService.start({ STORE_URL, S3_FULL_PAUSE_MS: '100' });
    await received();
    disk?.fill();
    const link = service.token.newLink();
    const file = { bytes: aPdfOf(50_000) };
    const refused = await upload(service, link, { key: 'k1', file });
    expect(refused).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
    const full = async () =>
      /^document_store_full (\d)$/m.exec((await service.call('GET', '/metrics')).bytes.toString())?.[1];
    expect(await full()).toBe('1');
    expect(await incoming()).toEqual([]);
    expect(await service.objects()).toHaveLength(1);
    disk?.empty();
    await eventually(async () => expect((await upload(service, link, { key: 'k1', file })).status).toBe(201));
    expect(await full()).toBe('0');
    expect(await service.objects()).toHaveLength(2);
  });
});

describe('a service that starts with a folder', () => {
  it('a service creates its folder, or fails to start when it cannot', async () => {
    const parent = await mkdtemp(path.join(tmpdir(), 'file-store-'));
    service = await DocumentService.start({ STORE_URL: pathToFileURL(path.join(parent, 'a/b')).href });
    expect(await readdir(path.join(parent, 'a/b'))).toContain('.caredrop-store');
    await service.app.close();
    await expect(service.listen({ STORE_URL: 'file:///dev/null/objects' })).rejects.toThrow(
      'The folder in STORE_URL cannot be used (ENOTDIR)',
    );
    const check = command(service, `objects restore --check --from ${parent}`, {
      STORE_URL: 'file:///dev/null/objects',
    });
    await expect(check).rejects.toThrow('The folder in STORE_URL cannot be used (ENOTDIR)');
    await service.listen();
    await rm(parent, { recursive: true });
  });
});
