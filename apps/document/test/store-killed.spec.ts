import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FileObjectStore } from '../src/storage/file-object-store.js';
import { newStorageKey, STORAGE_ROOT } from '../src/storage/storage-key.js';
import { all } from './support/all.js';

const program = path.join(import.meta.dirname, 'support/killed-write.ts');
const text = 'the whole ciphertext';
let folder: string;
let key: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'file-store-'));
  key = newStorageKey();
});
afterEach(() => rm(folder, { recursive: true }));

/** Resolves to the signal that ended the process. */
const writeIn = (step: string): Promise<NodeJS.Signals | null> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [program, folder, key, text, step]);
    child.once('exit', (_code, signal) => resolve(signal));
  });

async function reopened(): Promise<FileObjectStore> {
  const store = new FileObjectStore(folder);
  await store.prepare(() => Promise.resolve(true));
  return store;
}
const keysIn = async (store: FileObjectStore) =>
  (await all(store.list(STORAGE_ROOT))).map((object) => object.key);
const textIn = async (store: FileObjectStore) => (await store.get(key, 1_000)).toString();

const unfinished = [
  'in the middle of the content',
  'before fsync of the file',
  'before a folder is made',
  'between fsync and rename',
];

describe('a process that is killed while it writes an object', () => {
  it.each(unfinished)(
    'a process leaves no object when it is killed %s, and a repeated write succeeds',
    async (step) => {
      expect(await writeIn(step)).toBe('SIGKILL');
      const store = await reopened();
      expect([await keysIn(store), await store.exists(key)]).toEqual([[], false]);
      await store.put(key, Buffer.from(text));
      expect([await keysIn(store), await textIn(store)]).toEqual([[key], text]);
    },
  );

  it('a process leaves the whole object when it is killed between the rename and the folder’s fsync', async () => {
    expect(await writeIn('between rename and fsync of the folder')).toBe('SIGKILL');
    const store = await reopened();
    expect([await keysIn(store), await textIn(store)]).toEqual([[key], text]);
    await store.put(key, Buffer.from(text));
    expect([await keysIn(store), await textIn(store)]).toEqual([[key], text]);
  });

  it.each(unfinished.filter((step) => step !== 'before a folder is made'))(
    'a process leaves the key’s earlier object intact when it is killed %s',
    async (step) => {
      const store = await reopened();
      await store.put(key, Buffer.from('the earlier one'));
      expect(await writeIn(step)).toBe('SIGKILL');
      expect([await keysIn(store), await textIn(store)]).toEqual([[key], 'the earlier one']);
    },
  );

  it('a killed process leaves a temporary file, which is removed once it is old', async () => {
    await writeIn('between fsync and rename');
    const incoming = () => readdir(path.join(folder, '.incoming'));
    expect(await incoming()).toHaveLength(1);
    const store = await reopened();
    expect([await store.removeLeftovers(60_000), await store.removeLeftovers(0)]).toEqual([0, 1]);
    expect(await incoming()).toEqual([]);
  });

  it('an object is stored when its process is not killed', async () => {
    expect(await writeIn('never')).toBeNull();
    expect(await textIn(await reopened())).toBe(text);
  });
});
