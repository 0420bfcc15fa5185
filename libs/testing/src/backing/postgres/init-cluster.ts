import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { postgresUid, type PostgresOwner } from './owner.js';

/**
 * Creates a database cluster in `dataDir` unless one exists: UTF-8, with the same collation on every machine.
 */
export async function initCluster(
  initdb: string,
  dataDir: string,
  owner: PostgresOwner,
  password: string,
): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  if ((await readdir(dataDir)).includes('PG_VERSION')) return;
  const ids = postgresUid();
  if (ids) await chown(dataDir, ids.uid, ids.gid);
  await chmod(dataDir, 0o700);
  const passwordFile = path.join(tmpdir(), `caredrop-${randomUUID()}`);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (ids) await chown(passwordFile, ids.uid, ids.gid);
  try {
    await run(initdb, dataDir, owner, passwordFile);
  } catch (error) {
    // An incomplete cluster would be mistaken for a complete one.
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function run(
  initdb: string,
  dataDir: string,
  owner: PostgresOwner,
  passwordFile: string,
): Promise<void> {
  const [command = '', ...args] = [
    ...owner.prefix,
    initdb,
    `--pgdata=${dataDir}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
  ];
  await promisify(execFile)(command, args, { uid: owner.uid, gid: owner.gid, cwd: '/' });
}
