import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@caredrop/testing';
import { homeAt, root, type Home } from '../stack/paths.ts';

let home: Home;
let backup: string;
const stop = new AbortController();
// The tests share a home, because creating its Postgres is slow.
beforeAll(() => {
  home = homeAt(mkdtempSync(path.join(tmpdir(), 'restore-home-')));
  backup = mkdtempSync(path.join(tmpdir(), 'restore-backup-'));
});
afterAll(() => {
  stop.abort();
  for (const folder of [home.folder, backup]) rmSync(folder, { recursive: true });
});

/** Writes the backup of a database without tables. A sequence that does not exist makes the restore fail half-way. */
function backUp(part: string, changed: object = {}): void {
  const folder = path.join(backup, 'databases', part);
  mkdirSync(folder, { recursive: true });
  const dump = {
    format: 'caredrop-database/1',
    database: `caredrop_${part}`,
    takenAt: '2026-11-22T03:00:00.000Z',
    migrations: [],
    tables: [],
    sequences: {},
    keys: {},
  };
  writeFileSync(path.join(folder, 'database.json'), JSON.stringify({ ...dump, ...changed }));
}

async function run(name: string, ...args: string[]): Promise<string> {
  const program = path.join(root, 'tools', name, 'main.ts');
  const env = { ...process.env, CAREDROP_HOME: home.folder };
  const { signal } = stop;
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env, signal });
  return stdout;
}
const restore = (only = 'token,document') => run('restore', '--from', backup, '--only', only, '--replace');
const start = () => run('start');

it('a restore whose checks fail does not keep the stack from starting', async () => {
  backUp('token');
  backUp('document', { format: 'unknown' });
  await expect(restore()).rejects.toThrow('has an unknown format');
  expect(existsSync(home.unrestored)).toBe(false);
});

it('a stack does not start while its home is being restored', async () => {
  backUp('document');
  const restoring = restore();
  await eventually(() => expect(readFileSync(home.processes, 'utf8')).toContain('postgres'));
  await expect(start()).rejects.toThrow(/already running \(process \d+\)/);
  const said = await restoring;
  expect(said).toContain('Next: npm start');
  expect(said).toContain(
    'Links that were revoked and accounts that were disabled after 2026-11-22T03:00:00.000Z work again',
  );
  expect(existsSync(home.processes)).toBe(false);
});

it('after a restore that stops half-way, the stack starts only once every part has been restored', async () => {
  rmSync(path.join(home.folder, 'demo-seeded'));
  backUp('document', { sequences: { missing: '1' } });
  await expect(restore()).rejects.toThrow('public.missing');
  const refused = /is not complete: document was not restored. Repeat it: npm run restore -- .* --replace/;
  await expect(start()).rejects.toThrow(refused);
  // Restoring another part does not complete it.
  await expect(restore('token')).resolves.toContain('Not restored yet: document');
  await expect(start()).rejects.toThrow(refused);
  backUp('document');
  await expect(restore('document')).resolves.toContain('Next: npm start');
  expect(existsSync(home.unrestored)).toBe(false);
  // Otherwise the first start would add demo data to a new home.
  expect(existsSync(path.join(home.folder, 'demo-seeded'))).toBe(true);
});
