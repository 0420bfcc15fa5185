import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changeKeyRing } from './change-key-ring.js';
import { KeyRingFile } from './key-ring-file.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'caredrop-ring-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function ringFile(): string {
  const file = path.join(folder, 'KEK_KEYS');
  writeFileSync(file, JSON.stringify({ current: 'k1', keys: { k1: randomBytes(32).toString('base64') } }));
  return file;
}

describe('adding a key to a ring in a file', () => {
  it('a new key is written to the file and not shown', async () => {
    const file = ringFile();
    const told = await changeKeyRing('KEK_KEYS', new KeyRingFile(file), { verb: 'add' });
    const { keys } = JSON.parse(readFileSync(file, 'utf8')) as { keys: Record<string, string> };
    expect(Object.keys(keys)).toHaveLength(2);
    for (const key of Object.values(keys)) expect(told).not.toContain(key);
  });

  it('a new key is printed when the file is read-only, and the file stays unchanged', async () => {
    const file = ringFile();
    const before = readFileSync(file, 'utf8');
    const told = await changeKeyRing(
      'KEK_KEYS',
      new KeyRingFile(file),
      { verb: 'add' },
      [],
      async () => false,
    );
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(told).toContain('KEK_KEYS of the Secret');
    const { current, keys } = JSON.parse(told.split('\n').at(-1) ?? '') as { current: string; keys: object };
    expect(current).toBe('k1');
    expect(Object.keys(keys)).toHaveLength(2);
  });
});
