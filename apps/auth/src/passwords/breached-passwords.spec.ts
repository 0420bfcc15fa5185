import { createHash } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BreachedPasswordsFile } from './breached-passwords.js';

const folder = mkdtempSync(path.join(tmpdir(), 'breached-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();

function write(passwords: string[], lineEnd: string): string {
  const file = path.join(folder, `${String(passwords.length)}${String(lineEnd.length)}.txt`);
  const lines = passwords.map((password, n) => `${sha1(password)}:${String(n ** 3 + 1)}`).sort();
  writeFileSync(file, lines.map((line) => line + lineEnd).join(''));
  return file;
}

describe('the file of breached passwords', () => {
  it.each([
    [1, '\n'],
    [2, '\n'],
    [200, '\n'],
    [199, '\r\n'],
  ])(
    'the file contains each of its %i passwords and no other, with lines that end in %j',
    async (count, lineEnd) => {
      const passwords = Array.from({ length: count }, (_, n) => `leaked-${String(n)}`);
      const list = await BreachedPasswordsFile.open(write(passwords, lineEnd));
      for (const password of passwords) expect(await list.has(password)).toBe(true);
      for (const password of passwords) expect(await list.has(`${password}!`)).toBe(false);
    },
  );

  it('all passwords are found even if the last line has no line end', async () => {
    const file = path.join(folder, 'unended.txt');
    writeFileSync(file, [sha1('one'), sha1('two'), sha1('three')].sort().join(':1\n'));
    const list = await BreachedPasswordsFile.open(file);
    for (const password of ['one', 'two', 'three']) expect(await list.has(password)).toBe(true);
  });

  it('a newer list that replaces the file is used from the next search', async () => {
    const file = path.join(folder, 'replaced.txt');
    writeFileSync(file, `${sha1('one')}:1\n`);
    const list = await BreachedPasswordsFile.open(file);
    writeFileSync(`${file}.new`, `${sha1('two')}:1\n`);
    renameSync(`${file}.new`, file);
    expect(await list.has('two')).toBe(true);
    expect(await list.has('one')).toBe(false);
  });

  it('start-up fails with a message that names the setting when the file is missing', async () => {
    await expect(BreachedPasswordsFile.open(path.join(folder, 'missing.txt'))).rejects.toThrow(
      /^BREACHED_PASSWORDS_FILE cannot be read: ENOENT/,
    );
  });

  it.each(['', 'password\n', `${sha1('a').toLowerCase()}:1\n`])(
    'start-up fails with a message about the format when the file contains %j',
    async (content) => {
      const file = path.join(folder, 'other.txt');
      writeFileSync(file, content);
      await expect(BreachedPasswordsFile.open(file)).rejects.toThrow(
        /must have lines of an upper-case SHA-1/,
      );
    },
  );
});
