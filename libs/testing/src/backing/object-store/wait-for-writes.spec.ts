import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { jest } from '@jest/globals';
import { newEmulator } from './new-emulator.js';
import { waitForWrites } from './wait-for-writes.js';

const requireForS3rver = createRequire(createRequire(import.meta.url).resolve('s3rver'));
/** The module that s3rver uses to write files. */
const files = requireForS3rver('fs-extra') as { createWriteStream(file: string): Writable };

/** Writes each chunk 20 ms late. */
const slowly = (file: string): Writable =>
  new Writable({
    write: (chunk: Buffer, _encoding, done) =>
      void setTimeout(() => void appendFile(file, chunk).then(() => done(), done), 20),
  });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caredrop-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('on a slow disk, the object store emulator responds only once the whole object is stored', async () => {
  jest.spyOn(files, 'createWriteStream').mockImplementation(slowly);
  const emulator = newEmulator(folder);
  waitForWrites(emulator);
  for (const content of [randomBytes(1_000), randomBytes(1_000)]) {
    await emulator.store.putObject({
      bucket: 'bucket',
      key: 'a/large',
      content: Readable.from([content]),
      metadata: {},
    });
    expect((await readFile(path.join(folder, 'bucket/a/large._S3rver_object'))).equals(content)).toBe(true);
  }
});
