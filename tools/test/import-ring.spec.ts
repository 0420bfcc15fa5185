import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startDataServices } from '../stack/backing-services.ts';
import { prepareDatabases } from '../stack/databases.ts';
import { keyFile, writeRing } from '../stack/key-files.ts';
import { homeAt, root, type Home } from '../stack/paths.ts';
import { ProcessList } from '../stack/process-list.ts';
import { loadSecrets, type KeyRing } from '../stack/secrets.ts';

const say = (): void => undefined;
const parents: string[] = [];
let home: Home;
let other: Home;
let ring: KeyRing;
let processes: ProcessList;
let postgres: Awaited<ReturnType<typeof startDataServices>>;

function aHome(): Home {
  const parent = mkdtempSync(path.join(tmpdir(), 'ring-'));
  parents.push(parent);
  return homeAt(parent);
}
const file = (): string => keyFile(home, 'LINK_KEYS');
const kept = (): unknown => JSON.parse(readFileSync(file(), 'utf8'));

async function keys(of: Home, ...args: string[]): Promise<string> {
  const env = { ...process.env, CAREDROP_HOME: of.folder, KEYS_PASSPHRASE: 'kept elsewhere' };
  const program = path.join(root, 'tools/keys/main.ts');
  return (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout;
}
async function exported(of: Home): Promise<string> {
  const to = path.join(aHome().folder, 'caredrop.keys');
  await keys(of, 'export', '--to', to);
  return to;
}
const importRing = (from: string) => keys(home, 'import', '--ring', 'LINK_KEYS', '--from', from);

/** A home after a rotation of its link keys: a link needs k2. The fake stack consists of this process and Postgres. */
beforeAll(async () => {
  home = aHome();
  other = aHome();
  const secrets = loadSecrets(home);
  loadSecrets(other);
  processes = new ProcessList(home, say);
  postgres = await startDataServices(home, secrets, say, (name, pid) => {
    processes.add(name, pid);
  });
  const { token } = await prepareDatabases(postgres.postgresUrl, secrets);
  const client = new pg.Client({ connectionString: token });
  await client.connect();
  await client.query(`CREATE TABLE tokens AS SELECT 'k2' AS link_key_id, NULL::text AS check_key_id`);
  await client.end();
  const ports = { postgres: Number(new URL(postgres.postgresUrl).port) };
  writeFileSync(home.run, JSON.stringify({ url: '', ports }));
});
afterAll(async () => {
  await postgres.stop();
  for (const parent of parents) rmSync(parent, { recursive: true });
});

it('a ring whose file is broken is restored while the stack runs, from an export that has every key that rows need', async () => {
  const outdated = await exported(home);
  const { k1 = '' } = loadSecrets(home).linkKeys.keys;
  ring = { current: 'k2', keys: { k1, k2: Buffer.alloc(32, 2).toString('base64') } };
  writeRing(file(), ring);
  const complete = await exported(home);
  writeFileSync(file(), '{"current":"k2","ke');
  await expect(importRing(outdated)).rejects.toThrow('lacks keys of LINK_KEYS that stored data needs: k2');
  await expect(importRing(await exported(other))).rejects.toThrow('was exported from another home');
  expect(readFileSync(file(), 'utf8')).toBe('{"current":"k2","ke');
  await expect(importRing(complete)).resolves.toContain('Imported LINK_KEYS');
  expect(kept()).toEqual(ring);
  await expect(importRing(outdated)).rejects.toThrow('lacks keys of LINK_KEYS');
});

it('a missing ring is not replaced by an outdated one, and is restored while the stack is stopped', async () => {
  const complete = await exported(home);
  await postgres.stop();
  processes.remove();
  rmSync(file());
  expect(() => loadSecrets(home)).toThrow(
    /LINK_KEYS.json is missing.*npm run keys -- import --ring LINK_KEYS --from/,
  );
  expect(existsSync(file())).toBe(false);
  await expect(importRing(complete)).resolves.toContain('Imported LINK_KEYS');
  expect(kept()).toEqual(ring);
  expect(existsSync(home.processes)).toBe(false);
});
