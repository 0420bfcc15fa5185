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

interface Role {
  name: string | undefined;
  /** The role with which the service connects; if it differs from `name`, it acts as that role. */
  user: string | undefined;
  password: string | undefined;
}

/** Runs the script on a volume initialised by initdb, with a fake psql that records the roles it is to create. */
function start({ without = '', failsAt = '', users = {} }): {
  status: number | null;
  made: Role[];
  left: string[];
} {
  const volume = path.join(folder, 'data');
  mkdirSync(path.join(volume, 'base'), { recursive: true });
  writeFileSync(path.join(volume, 'PG_VERSION'), '17');
  program('pg_ctl', 'exit 0');
  program(
    'psql',
    `for word in "$@"; do
       case $word in
         name=*) name=\${word#*=} ;;
         user=*) user=\${word#*=} ;;
         password=*) password=\${word#*=} ;;
       esac
     done
     [ "$name" != "${failsAt}" ] || exit 3
     [ -z "$password" ] || echo "$name $user $password" >>"${folder}/made"`,
  );
  const given = passwords.filter((name) => name !== without).map((name) => [name, `of-${name}`]);
  const env = { PATH: `${folder}:${process.env.PATH ?? ''}`, PGDATA: volume, POSTGRES_USER: 'postgres' };
  const { status } = spawnSync('bash', [script], { env: { ...env, ...Object.fromEntries(given), ...users } });
  const log = path.join(folder, 'made');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  const made = lines.map((line) => {
    const [name, user, password] = line.split(' ');
    return { name, user, password };
  });
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
    const names = made.map(({ name }) => name);
    expect(names.toSorted()).toEqual(roles.map((role) => `caredrop_${role}`).toSorted());
    expect(made.filter(({ name, user }) => user !== name)).toEqual([]);
    expect(left).toEqual(['PG_VERSION', 'base']);
  });

  it('a service whose password was changed gets its second role, with the password in the .env', () => {
    const users = {
      TOKEN_DATABASE_USER: 'caredrop_token_2',
      AUDIT_WRITER_DATABASE_USER: 'caredrop_audit_writer_2',
    };
    const { status, made } = start({ users });
    expect(status).toBe(0);
    expect(made.filter(({ name, user }) => user !== name)).toEqual([
      { name: 'caredrop_token', user: 'caredrop_token_2', password: 'of-TOKEN_DATABASE_PASSWORD' },
      {
        name: 'caredrop_audit_writer',
        user: 'caredrop_audit_writer_2',
        password: 'of-AUDIT_WRITER_DATABASE_PASSWORD',
      },
    ]);
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
