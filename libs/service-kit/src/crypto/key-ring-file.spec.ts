import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { register } from 'prom-client';
import { z } from 'zod';
import { loadConfig } from '../config/load-config.js';
import { keyRing } from '../config/settings.js';
import { addKey, removeKey, useKey, writeKeyRing } from './edit-key-ring.js';
import { KeyRing } from './key-ring.js';
import { KeyRingFile } from './key-ring-file.js';
import type { KeyRingSettings } from './key-ring-settings.js';

const first: KeyRingSettings = { current: 'k1', keys: { k1: Buffer.alloc(32, 1) } };
let folder: string;
let file: string;
let now: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ring-'));
  file = path.join(folder, 'ring.json');
  now = 0;
  put(writeKeyRing(first));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Replaces the file atomically, as an operator or Kubernetes does. */
function put(content: string): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}
const openRing = () => new KeyRing(new KeyRingFile(file, () => now));
const aSecondLater = () => void (now += 1000);
const unreadable = async () =>
  (await register.getSingleMetric('key_ring_unreadable')?.get())?.values[0]?.value;

it('a changed key ring file is used after a second without a restart', () => {
  const ring = openRing();
  const before = ring.seal(Buffer.from('x'), 'row');
  put(writeKeyRing(useKey(addKey(first, 'k2'), 'k2')));
  expect(ring.currentKeyId).toBe('k1');
  aSecondLater();
  expect(ring.seal(Buffer.from('x'), 'row').keyId).toBe('k2');
  expect(ring.open(before, 'row').toString()).toBe('x');
});

it('the file is read again at once for data sealed under an unknown key', () => {
  const ring = openRing();
  const rotated = useKey(addKey(first, 'k2'), 'k2');
  put(writeKeyRing(rotated));
  const sealedElsewhere = new KeyRing(rotated).seal(Buffer.from('x'), 'row');
  expect(ring.open(sealedElsewhere, 'row').toString()).toBe('x');
});

it('a key removed from the file is no longer used', () => {
  const ring = openRing();
  const old = ring.seal(Buffer.from('x'), 'row');
  put(writeKeyRing(removeKey(useKey(addKey(first, 'k2'), 'k2'), 'k1')));
  aSecondLater();
  expect(() => ring.open(old, 'row')).toThrow('key k1 is not in the key ring');
});

it('the last keys stay in use while the file is unreadable, and a gauge reports it', async () => {
  const ring = openRing();
  put('{"current":');
  aSecondLater();
  expect(ring.currentKeyId).toBe('k1');
  expect(await unreadable()).toBe(1);
  put(writeKeyRing(addKey(first, 'k2')));
  aSecondLater();
  expect(ring.keyIds).toEqual(['k1', 'k2']);
  expect(await unreadable()).toBe(0);
});

it('the gauge reports an unreadable file even if another ring’s file can be read', async () => {
  const ring = openRing();
  const good = path.join(folder, 'good.json');
  writeFileSync(good, writeKeyRing(first));
  const goodRing = new KeyRing(new KeyRingFile(good, () => now));
  put('{"current":');
  aSecondLater();
  expect([ring.currentKeyId, goodRing.currentKeyId]).toEqual(['k1', 'k1']);
  expect(await unreadable()).toBe(1);
  put(writeKeyRing(first));
  aSecondLater();
  expect([ring.currentKeyId, goodRing.currentKeyId]).toEqual(['k1', 'k1']);
  expect(await unreadable()).toBe(0);
});

it('a setting file:<path> is read as a key ring file, and a missing file is refused at start', () => {
  const schema = z.object({ LINK_KEYS: keyRing });
  const { LINK_KEYS } = loadConfig('token', schema, { LINK_KEYS: `file:${file}` });
  expect(new KeyRing(LINK_KEYS).currentKeyId).toBe('k1');
  expect(() => loadConfig('token', schema, { LINK_KEYS: `file:${file}.no` })).toThrow(
    'token cannot start: LINK_KEYS is not valid (the file does not exist or is not a key ring)',
  );
});
