import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../stack/paths.ts';

const main = path.join(root, 'tools/keys/main.ts');
let parent: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'keys-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

/** Exports the keys of the home `caredrop` into a file of another folder beside it, or below it. */
async function exportTo(folder: string): Promise<string> {
  const file = path.join(parent, folder, 'caredrop.keys');
  mkdirSync(path.dirname(file), { recursive: true });
  const env = {
    ...process.env,
    CAREDROP_HOME: path.join(parent, 'caredrop'),
    KEYS_PASSPHRASE: 'kept elsewhere',
  };
  await promisify(execFile)(process.execPath, [main, 'export', '--to', file], { env });
  return file;
}

it('keys can be exported beside the data, into a folder whose name begins with the name of the home', async () => {
  expect(existsSync(await exportTo('caredrop-keys'))).toBe(true);
});

it.each(['caredrop', 'caredrop/keys', 'caredrop/..keys'])('keys are not exported into %s', async (folder) => {
  await expect(exportTo(folder)).rejects.toThrow('contains data. Keys must be stored separately');
});
