import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { homeAt, root, type Home } from '../stack/paths.ts';
import { endLeftovers, ProcessList } from '../stack/process-list.ts';
import { keep, makeSecrets } from '../stack/secrets.ts';

let home: Home;
let parent: string;
const problems: string[] = [];
const say = (line: string): void => {
  problems.push(line);
};
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'home-'));
  home = homeAt(path.join(parent, 'caredrop'));
  mkdirSync(home.folder);
  problems.length = 0;
});
afterEach(() => rmSync(parent, { recursive: true }));

/** Runs a program that can write at most `blocks` × 512 bytes to a file, as on a disk that is almost full. */
function onFullDisk(blocks: number, ...program: string[]): Promise<unknown> {
  const env = { ...process.env, CAREDROP_HOME: home.folder, KEYS_PASSPHRASE: 'kept elsewhere' };
  const limited = `ulimit -f ${String(blocks)}; exec "$@"`;
  return promisify(execFile)('sh', ['-c', limited, 'sh', process.execPath, ...program], { env });
}

it('secrets that cannot be completed because the disk is full stay unchanged', async () => {
  const { secondFactorKeys: _added, ...earlier } = makeSecrets();
  writeFileSync(home.secrets, JSON.stringify(earlier, null, 2));
  const before = readFileSync(home.secrets, 'utf8');
  const program = path.join(root, 'tools/keys/main.ts');
  const started = onFullDisk(8, program, 'export', '--to', path.join(parent, 'caredrop.keys'));
  await expect(started).rejects.toThrow(/EFBIG|ENOSPC/);
  expect(readFileSync(home.secrets, 'utf8')).toBe(before);
  expect(readdirSync(home.folder).filter((name) => name.endsWith('.new'))).toEqual([]);
});

it('a list of processes that cannot be written because the disk is full does not prevent the next start', async () => {
  const module = path.join(root, 'tools/stack');
  const program = `
    const { ProcessList } = await import('${module}/process-list.ts');
    const { homeAt } = await import('${module}/paths.ts');
    new ProcessList(homeAt(process.env.CAREDROP_HOME), console.log);`;
  await expect(onFullDisk(0, '--input-type=module', '--eval', program)).rejects.toThrow(/EFBIG|ENOSPC/);
  await expect(endLeftovers(home)).resolves.toBeUndefined();
});

it('an empty list of processes, as an earlier version left on a full disk, does not prevent a start', async () => {
  writeFileSync(home.processes, '');
  await expect(endLeftovers(home)).resolves.toBeUndefined();
  expect(existsSync(home.processes)).toBe(false);
});

it('a process that cannot be recorded while the stack runs is reported, and the stack keeps running', () => {
  const processes = new ProcessList(home, say);
  mkdirSync(`${home.processes}.new`);
  processes.add('token', process.pid);
  expect(problems).toEqual([expect.stringMatching(/^token is running, but could not be recorded: EISDIR/)]);
  rmSync(`${home.processes}.new`, { recursive: true });
  processes.add('auth', process.pid);
  const recorded = JSON.parse(readFileSync(home.processes, 'utf8')) as { name: string }[];
  expect(recorded.map(({ name }) => name)).toEqual(['manager', 'token', 'auth']);
});

it('keys are imported into a home whose stack was killed, and not while its manager runs', async () => {
  const sealed = path.join(parent, 'caredrop.keys');
  const keys = (...args: string[]) => onFullDisk(1_000, path.join(root, 'tools/keys/main.ts'), ...args);
  keep(home, makeSecrets());
  await keys('export', '--to', sealed);
  writeFileSync(home.run, '{}'); // A killed stack leaves it behind.
  await expect(keys('import', '--from', sealed)).resolves.toBeDefined();
  rmSync(home.run);
  new ProcessList(home, say);
  await expect(keys('import', '--from', sealed)).rejects.toThrow(/A stack is running in .*: stop it first/);
});
