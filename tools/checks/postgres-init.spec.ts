import { spawnSync } from 'node:child_process';
import {
  chmodSync,
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
import { root } from '../stack/paths.ts';
import { auditRoles, databaseOwners } from '../stack/service-names.ts';

const script = path.join(root, 'deploy/postgres/10-databases.sh');
const roles = [...databaseOwners, ...auditRoles];
const passwords = roles.map((role) => `${role.toUpperCase()}_DATABASE_PASSWORD`);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'caredrop-init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the script on a volume initialised by initdb, with a fake psql that records its input. */
function start({ without = '', failsAt = '' }): { status: number | null; made: string[]; left: string[] } {
  const volume = path.join(folder, 'data');
  mkdirSync(path.join(volume, 'base'), { recursive: true });
  writeFileSync(path.join(volume, 'PG_VERSION'), '17');
  program('pg_ctl', 'exit 0');
  program(
    'psql',
    `for word in "$@"; do case $word in name=*) name=\${word#name=};; esac; done
     [ "$name" != "${failsAt}" ] || exit 3
     echo "$name" >>"${folder}/made"`,
  );
  const given = passwords.filter((name) => name !== without).map((name) => [name, 'secret']);
  const env = { PATH: `${folder}:${process.env.PATH ?? ''}`, PGDATA: volume, POSTGRES_USER: 'postgres' };
  const { status } = spawnSync('bash', [script], { env: { ...env, ...Object.fromEntries(given) } });
  const log = path.join(folder, 'made');
  const made = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return { status, made, left: readdirSync(volume).sort() };
}

function program(name: string, body: string): void {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/bash\ncat >/dev/null\n${body}\n`);
  chmodSync(file, 0o755);
}

describe('the first start of Postgres', () => {
  it('the first start of Postgres creates the databases and roles of all services and keeps the volume', () => {
    const { status, made, left } = start({});
    expect(status).toBe(0);
    expect(made.toSorted()).toEqual(roles.map((role) => `caredrop_${role}`).toSorted());
    expect(left).toEqual(['PG_VERSION', 'base']);
  });

  it.each(passwords)('the first start of Postgres without %s leaves an empty volume', (without) => {
    expect(start({ without })).toMatchObject({ status: 1, left: [] });
  });

  it('a database that cannot be created leaves an empty Postgres volume', () => {
    const { status, left } = start({ failsAt: 'caredrop_audit' });
    expect(status).not.toBe(0);
    expect(left).toEqual([]);
  });
});
