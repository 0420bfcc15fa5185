import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startObjectStore } from '@caredrop/testing/object-store';
import { moveS3rverObjects } from '../stack/move-s3rver-objects.ts';

const BUCKET = 'caredrop-documents';
let folder: string;
const objects = new Map<string, Buffer>();
const at = (...names: string[]): string => path.join(folder, ...names);
const move = (): number => moveS3rverObjects(folder, BUCKET);

/** Makes a folder as an earlier `npm start` left it, with s3rver itself. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 's3rver-objects-'));
  objects.clear();
  const store = await startObjectStore({ dataDir: folder, buckets: [BUCKET] });
  for (let n = 0; n < 20; n += 1) {
    const name = randomBytes(16).toString('hex');
    const key = `documents/${name.slice(0, 2)}/${name}`;
    const body = randomBytes(1_000 + n);
    const response = await fetch(`${store.url}/${BUCKET}/${key}`, { method: 'PUT', body });
    expect(response.status).toBe(200);
    objects.set(key, body);
  }
  await store.stop();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function expectAllMoved(): void {
  for (const [key, body] of objects) expect(readFileSync(at(key)).equals(body)).toBe(true);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => statSync(at(name)).isFile()).sort()).toEqual([...objects.keys()].sort());
}

describe('objects of an earlier version', () => {
  it('every object of s3rver is moved unchanged to the path that is its key', () => {
    expect(move()).toBe(objects.size);
    expectAllMoved();
    expect(readdirSync(folder)).toEqual(['documents']);
  });

  it('a second move changes nothing', () => {
    move();
    expect(move()).toBe(0);
    expectAllMoved();
  });

  it('a move that was killed is completed by the next one', () => {
    const [[first = '']] = [[...objects.keys()]];
    const old = at(BUCKET, `${first}._S3rver_object`);
    // As after a kill between the rename of one object and the removal of its additional files.
    mkdirSync(path.dirname(at(first)), { recursive: true });
    writeFileSync(at(first), readFileSync(old));
    rmSync(old);
    expect(move()).toBe(objects.size - 1);
    expectAllMoved();
  });

  it('an object that s3rver had not finished writing is moved too, since only its document shows if it is complete', () => {
    const [[first = '']] = [[...objects.keys()]];
    rmSync(at(BUCKET, `${first}._S3rver_metadata.json`));
    expect(move()).toBe(objects.size);
    expectAllMoved();
  });

  it('an installation whose documents were all deleted keeps a folder that counts as a store', () => {
    rmSync(at(BUCKET), { recursive: true });
    mkdirSync(at(BUCKET));
    expect(move()).toBe(0);
    expect(readdirSync(folder)).toEqual(['documents']);
  });

  it('a new installation and unrelated files are left as they are', () => {
    expect(moveS3rverObjects(at('new'), BUCKET)).toBe(0);
    expect(existsSync(at('new'))).toBe(false);
    mkdirSync(at('notes'));
    writeFileSync(at(BUCKET, 'notes.txt'), 'of someone else');
    expect(move()).toBe(objects.size);
    expect(readFileSync(at(BUCKET, 'notes.txt'), 'utf8')).toBe('of someone else');
    expect(existsSync(at('notes'))).toBe(true);
  });
});
