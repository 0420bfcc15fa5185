import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, eventually } from '@caredrop/testing';
import pg from 'pg';
import { settingsFor } from './support/auth-app.js';

/** Path of a built program. The package is built before its tests run. */
const built = (file: string) => fileURLToPath(new URL(`../dist/${file}`, import.meta.url));

function start(file: string, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [built(file), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  return { child, said, ended: endOf(child) };
}

async function endOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

describe('a process without its secrets', () => {
  it('the service stops with one sentence that names its missing secrets', async () => {
    const { said, ended } = start('main.js', { PORT: '0' });
    expect(await ended).toBe(1);
    expect(said.err.trim().split('\n')).toHaveLength(1);
    const secrets = [
      'SESSION_KEYS',
      'SECOND_FACTOR_KEYS',
      'INTERNAL_PRIVATE_KEY',
      'DATABASE_URL',
      'AMQP_URL',
    ];
    for (const secret of secrets) expect(said.err).toContain(`${secret} is not set`);
  });
});

describe('a process on an empty database', () => {
  it('the service creates its tables, becomes ready, accepts a first administrator and stops on SIGTERM', async () => {
    const database = await createTestDatabase();
    const env = { ...settingsFor(database.url), LOG_LEVEL: 'info' };
    const service = start('main.js', env);
    try {
      const port = await eventually(() => {
        const port = /"port":(\d+).*"msg":"ready"/.exec(service.said.out)?.[1];
        if (!port) throw new Error(`not ready: ${service.said.out}${service.said.err}`);
        return port;
      });
      const ready = await fetch(`http://127.0.0.1:${port}/health/ready`);
      expect(ready.status).toBe(200);
      const { DATABASE_URL, PUBLIC_URL } = env;
      const who = ['--email', 'dora@clinic.example', '--first', 'Dora', '--last', 'L', '--role', 'admin'];
      const command = start('cli.js', { DATABASE_URL, PUBLIC_URL }, 'create-user', ...who);
      expect({ code: await command.ended, err: command.said.err }).toEqual({ code: 0, err: '' });
      expect(command.said.out).toMatch(/https:\/\/caredrop\.example\/reset-password\?token=\S{43}\n$/);
      service.child.kill('SIGTERM');
      expect(await service.ended).toBe(0);
    } finally {
      service.child.kill('SIGKILL');
      await database.drop();
    }
  });

  it('in production the service creates no account', async () => {
    const database = await createTestDatabase();
    const service = start('main.js', {
      ...settingsFor(database.url),
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
    });
    try {
      await eventually(() => expect(service.said.out).toContain('"msg":"ready"'));
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query('SELECT count(*)::int AS users FROM users');
      await client.end();
      expect(rows).toEqual([{ users: 0 }]);
    } finally {
      service.child.kill('SIGKILL');
      await database.drop();
    }
  });

  it('the command line without arguments prints the usage and fails', async () => {
    const { said, ended } = start('cli.js', {});
    expect(await ended).toBe(1);
    expect(said.err).toContain('create-user --email');
    expect(said.out).toBe('');
  });
});
