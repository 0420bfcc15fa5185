import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { backing, selfSigned, startTlsFront, type TestDatabase, type TlsFront } from '@caredrop/testing';
import { notificationDatabase } from './support/database.js';
import { environment, type Environment } from './support/service.js';

const main = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));
const ours = selfSigned();
const another = selfSigned();

let database: TestDatabase;
let folder: string;
let fronts: TlsFront[];
/** Addresses of the database and of the broker with TLS. */
let databaseUrl: URL;
let brokerUrl: URL;

beforeAll(async () => {
  database = await notificationDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'caredrop-start-'));
  await writeFile(path.join(folder, 'ours.pem'), ours.cert);
  await writeFile(path.join(folder, 'another.pem'), another.cert);
  fronts = [await startTlsFront(database.url, ours), await startTlsFront(backing().amqpUrl, ours)];
  databaseUrl = through(database.url, fronts[0]);
  databaseUrl.searchParams.set('sslmode', 'verify-full');
  databaseUrl.searchParams.set('sslrootcert', path.join(folder, 'ours.pem'));
  brokerUrl = through(backing().amqpUrl.replace(/^amqp:/, 'amqps:'), fronts[1]);
});

afterAll(async () => {
  await Promise.all(fronts.map((front) => front.stop()));
  await rm(folder, { recursive: true });
  await database.drop();
});

function through(url: string, front: TlsFront | undefined): URL {
  const changed = new URL(url);
  changed.hostname = '127.0.0.1';
  changed.port = String(front?.port);
  return changed;
}

/**
 * Starts the service as a process. Returns its output and either its exit code or, once it is ready, `ready`; it is
 * then stopped.
 */
function start(change: Environment): Promise<{ end: number | 'ready'; said: string }> {
  const env = { ...environment({ DATABASE_URL: database.url }), LOG_LEVEL: 'info', ...change };
  const child = spawn(process.execPath, [main], { env });
  let said = '';
  let end: 'ready' | undefined;
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('"msg":"ready"')) {
      end = 'ready';
      child.kill('SIGTERM');
    }
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((resolve) => child.on('close', (code) => resolve({ end: end ?? code ?? -1, said })));
}

const changed = (url: string | URL, change: (url: URL) => void): string => {
  const copy = new URL(url);
  change(copy);
  return copy.href;
};
const wrong = 'not-the-password';

describe('start-up with wrong credentials', () => {
  it.each([
    [
      'by the database, with a wrong password, when it migrates itself',
      () => ({ MIGRATE: 'start', DATABASE_URL: changed(database.url, (url) => (url.password = wrong)) }),
      'Postgres does not accept the user and password in DATABASE_URL',
    ],
    [
      'by the database, with a wrong password, when a job migrates it',
      () => ({ MIGRATE: 'never', DATABASE_URL: changed(database.url, (url) => (url.password = wrong)) }),
      'Postgres does not accept the user and password in DATABASE_URL',
    ],
    [
      'by the database server, because it has no database of that name',
      () => ({ DATABASE_URL: changed(database.url, (url) => (url.pathname = '/nothing-here')) }),
      'The database that DATABASE_URL names does not exist',
    ],
    [
      'by the broker, with a wrong password',
      () => ({ AMQP_URL: changed(backing().amqpUrl, (url) => (url.password = wrong)) }),
      'The broker does not accept the user and password in AMQP_URL',
    ],
    [
      'by the broker, on a virtual host that is not its own',
      () => ({ AMQP_URL: changed(backing().amqpUrl, (url) => (url.pathname = '/not-ours')) }),
      'The broker does not let the user in AMQP_URL use that virtual host',
    ],
  ])(
    'a service refused %s exits with 1 and a clear message without the secret',
    async (_what, change, sentence) => {
      const { end, said } = await start(change());
      expect(said).toContain(sentence);
      expect(end).toBe(1);
      expect(said).not.toContain(wrong);
    },
  );
});

describe('start-up with TLS', () => {
  const trusting = (name: string) => ({ NODE_EXTRA_CA_CERTS: path.join(folder, name) });

  it('the notification service starts when the certificates of the database and the broker are trusted', async () => {
    const urls = { DATABASE_URL: databaseUrl.href, AMQP_URL: brokerUrl.href };
    const secure = {
      SMTP_URL: 'smtps://127.0.0.1:1',
      TWILIO_API_URL: 'https://127.0.0.1:1',
      REQUIRE_TLS: 'yes',
    };
    expect(await start({ ...urls, ...secure, ...trusting('ours.pem') })).toMatchObject({ end: 'ready' });
  });

  it.each([
    [
      'database',
      () => ({
        DATABASE_URL: changed(databaseUrl, (url) =>
          url.searchParams.set('sslrootcert', path.join(folder, 'another.pem')),
        ),
      }),
    ],
    ['broker', () => ({ AMQP_URL: brokerUrl.href, ...trusting('another.pem') })],
  ])(
    'the notification service does not start when the certificate of the %s is not trusted',
    async (what, change) => {
      const { end, said } = await start(change());
      expect(said).toMatch(
        new RegExp(
          `The certificate of the .*${what === 'broker' ? 'AMQP_URL' : 'DATABASE_URL'} cannot be trusted`,
        ),
      );
      expect(end).toBe(1);
    },
  );

  it('the notification service does not start when the database lacks the required TLS', async () => {
    const plain = changed(database.url, (url) => url.searchParams.set('sslmode', 'verify-full'));
    const { end, said } = await start({ DATABASE_URL: plain });
    expect([end, said]).toEqual([
      1,
      expect.stringContaining('The server in DATABASE_URL does not speak TLS'),
    ]);
  });

  it('with REQUIRE_TLS, the service does not start and names every unencrypted setting', async () => {
    const { end, said } = await start({ REQUIRE_TLS: 'yes' });
    for (const name of ['DATABASE_URL', 'AMQP_URL', 'SMTP_URL', 'TWILIO_API_URL'])
      expect(said).toContain(`${name} is not encrypted`);
    expect(end).toBe(1);
  });
});

describe('start-up without a broker', () => {
  it('the notification service starts while the broker is unreachable', async () => {
    expect(await start({ AMQP_URL: 'amqp://127.0.0.1:1' })).toMatchObject({ end: 'ready' });
  });
});
