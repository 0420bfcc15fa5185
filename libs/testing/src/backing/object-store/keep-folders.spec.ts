import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { keepFolders } from './keep-folders.js';
import { newEmulator } from './new-emulator.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caredrop-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the object store emulator keeps the folder of a deleted object, because another object may be stored there at the same time', async () => {
  const emulator = newEmulator(folder);
  keepFolders(emulator);
  const object = { bucket: 'bucket', key: 'a/old', content: Readable.from(['left']), metadata: {} };
  await emulator.store.putObject(object);
  await emulator.store.deleteObject('bucket', 'a/old');
  expect(await readdir(path.join(folder, 'bucket/a'))).toEqual([]);
});
