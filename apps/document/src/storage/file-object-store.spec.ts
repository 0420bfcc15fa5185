import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { all } from '../../test/support/all.js';
import { FileObjectStore } from './file-object-store.js';
import { ObjectMissing, StorageFull, StorageUnavailable } from './object-store.js';
import { newStorageKey, STORAGE_ROOT } from './storage-key.js';

let folder: string;
let store: FileObjectStore;
const key = newStorageKey();
const bytes = Buffer.from('ciphertext');
const at = (name: string) => path.join(folder, 'store', name);
const isFirstUse = () => Promise.resolve(true);
const documentsExist = () => Promise.resolve(false);

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'file-store-'));
  store = new FileObjectStore(at(''));
  await store.prepare(isFirstUse);
});
afterEach(() => rm(folder, { recursive: true }));

describe('the files of a store', () => {
  // S3 guarantees the same; the emulator in the tests does not.
  it('exactly one of several concurrent writes to a key is stored, and it is complete', async () => {
    const versions = Array.from({ length: 8 }, (_, n) => Buffer.alloc(300_000, n));
    await Promise.all(versions.map((version) => store.put(key, version)));
    const kept = await store.get(key, 300_001);
    expect(versions.some((version) => version.equals(kept))).toBe(true);
    expect((await all(store.list(STORAGE_ROOT))).map((object) => object.key)).toEqual([key]);
  });

  it('only the service’s user may read objects and folders', async () => {
    await store.put(key, bytes);
    const mode = async (name: string) => (await stat(at(name))).mode & 0o777;
    expect(await mode(key)).toBe(0o600);
    for (const name of ['', '.incoming', 'documents', path.dirname(key)])
      expect(await mode(name)).toBe(0o700);
  });

  it.each([
    '../outside',
    'documents/../../outside',
    '/etc/passwd',
    'documents//x',
    'documents/',
    '',
    '.caredrop-store',
    '.incoming/x',
    'documents/a\0b',
    'documents/..',
    'C:x',
  ])('the key %j is refused by every operation', async (bad) => {
    await expect(store.put(bad, bytes)).rejects.toThrow('not a valid key');
    await expect(store.get(bad, 1)).rejects.toThrow('not a valid key');
    await expect(store.delete(bad)).rejects.toThrow('not a valid key');
    await expect(store.exists(bad)).rejects.toThrow('not a valid key');
    expect(await readdir(folder)).toEqual(['store']);
  });

  it.each(['../', 'documents/../../', '/etc/', '.incoming/'])('the prefix %j is refused', async (bad) => {
    await expect(all(store.list(bad))).rejects.toThrow('not a valid key');
    await expect(all(store.folders(bad))).rejects.toThrow('not a valid key');
  });

  it('other files in the folder are not objects', async () => {
    await store.put(key, bytes);
    await mkdir(at('lost+found'));
    await writeFile(at('documents/Notes.txt'), '');
    await writeFile(`${at(key)}.tmp`, '');
    expect((await all(store.list(''))).map((object) => object.key)).toEqual([key]);
  });
});

describe('unfinished writes', () => {
  it('old unfinished writes are removed, and recent ones are kept', async () => {
    const [old, live] = [at('.incoming/old'), at('.incoming/live')];
    for (const file of [old, live]) await writeFile(file, 'half');
    const before = new Date(Date.now() - 7_200_000);
    await utimes(old, before, before);
    expect(await store.removeLeftovers(3_600_000)).toBe(1);
    expect(await readdir(at('.incoming'))).toEqual(['live']);
  });

  it.each(['ENOSPC', 'EDQUOT'])(
    'a write that fails with %s reports a full store and leaves nothing behind',
    async (code) => {
      await failOnce('writeFile', code);
      await expect(store.put(key, bytes)).rejects.toBeInstanceOf(StorageFull);
      expect([await store.exists(key), await readdir(at('.incoming'))]).toEqual([false, []]);
      await store.put(key, bytes);
      expect(await store.get(key, 100)).toEqual(bytes);
    },
  );

  it('a write that finds the disk full only at its fsync reports a full store', async () => {
    await failOnce('sync', 'ENOSPC');
    await expect(store.put(key, bytes)).rejects.toBeInstanceOf(StorageFull);
  });

  it('a write that fails with EIO reports an unavailable store and leaves nothing behind', async () => {
    await failOnce('sync', 'EIO');
    const refused = await store.put(key, bytes).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StorageUnavailable);
    expect(refused).not.toBeInstanceOf(StorageFull);
    expect([await store.exists(key), await readdir(at('.incoming'))]).toEqual([false, []]);
  });

  /** Makes the next call of this method on any open file fail. */
  async function failOnce(method: 'writeFile' | 'sync', code: string): Promise<void> {
    const probe = await open(path.join(folder, 'probe'), 'w');
    const handles = Object.getPrototypeOf(probe) as typeof probe;
    await probe.close();
    jest.spyOn(handles, method).mockRejectedValueOnce(Object.assign(new Error(code), { code }));
  }
});

describe('a store whose disk is not mounted', () => {
  /** Leaves what `umount` leaves: an existing, empty mount point. */
  async function unmount(): Promise<void> {
    await store.put(key, bytes);
    await rename(at(''), path.join(folder, 'elsewhere'));
    await mkdir(at(''));
  }
  const mount = async () => {
    await rm(at(''), { recursive: true });
    await rename(path.join(folder, 'elsewhere'), at(''));
  };

  it('an unmounted store is unavailable to every operation, and no object counts as missing', async () => {
    await unmount();
    for (const operation of [
      store.get(key, 10),
      store.get(newStorageKey(), 10),
      store.put(newStorageKey(), bytes),
      store.delete(key),
      store.exists(key),
      all(store.list(STORAGE_ROOT)),
      all(store.folders(STORAGE_ROOT)),
      store.assertReady(),
      store.removeLeftovers(0),
    ])
      await expect(operation).rejects.toBeInstanceOf(StorageUnavailable);
    expect(await readdir(at(''))).toEqual([]);
  });

  it('a store works again once it is mounted', async () => {
    await unmount();
    await expect(store.put(newStorageKey(), bytes)).rejects.toThrow();
    await mount();
    await store.put(newStorageKey(), bytes);
    expect(await store.get(key, 100)).toEqual(bytes);
    await expect(store.assertReady()).resolves.toBeUndefined();
  });

  it('an unmounted store does not count as new at start-up while documents exist', async () => {
    await unmount();
    await expect(new FileObjectStore(at('')).prepare(documentsExist)).rejects.toThrow('mount its disk');
    expect(await readdir(at(''))).toEqual([]);
  });

  it('a store whose folder cannot be read is unavailable, and start-up fails with the reason', async () => {
    await store.put(key, bytes);
    await rename(at(''), path.join(folder, 'elsewhere'));
    await writeFile(path.join(folder, 'store'), 'not a folder');
    await expect(store.get(key, 10)).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(store.exists(key)).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(store.assertReady()).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(new FileObjectStore(at('')).prepare(isFirstUse)).rejects.toThrow('(ENOTDIR)');
  });
});

describe('preparing a store', () => {
  it('a prepared store keeps its objects, and several processes may prepare it at once', async () => {
    await store.put(key, bytes);
    await Promise.all([1, 2, 3].map(() => new FileObjectStore(at('')).prepare(documentsExist)));
    expect(await store.get(key, 100)).toEqual(bytes);
  });

  it('a folder with objects but no marker counts as a store that was copied', async () => {
    await store.put(key, bytes);
    for (const name of ['.caredrop-store', '.incoming']) await rm(at(name), { recursive: true });
    await expect(store.get(newStorageKey(), 1)).rejects.toBeInstanceOf(StorageUnavailable);
    await store.prepare(documentsExist);
    expect(await store.get(key, 100)).toEqual(bytes);
    await expect(store.get(newStorageKey(), 1)).rejects.toBeInstanceOf(ObjectMissing);
  });

  it('the marker explains what the folder is', async () => {
    expect(await readFile(at('.caredrop-store'), 'utf8')).toMatch(/^Objects of Caredrop, format 1\./);
  });
});
