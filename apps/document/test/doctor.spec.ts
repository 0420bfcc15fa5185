import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'amqplib';
import { backing, eventually, selfSigned, startTlsFront } from '@caredrop/testing';
import { startKmsEmulator, type KmsEmulator } from '@caredrop/testing/backing';
import { command } from './support/command.js';
import { DocumentService } from './support/document-service.js';
import { evaluateSignatures } from '../src/storage/check-scanner.js';

/** `doctor` runs while this service runs, with one thing broken at a time. */
let service: DocumentService;
let healthy: Record<string, string>;

beforeAll(async () => {
  service = await DocumentService.start();
  // The fakes of auth and token have no health check; the check of other services is tested in
  // libs/service-kit.
  healthy = { AUTH_URL: service.url, TOKEN_URL: service.url };
  await eventually(async () => expect((await doctor()).text).toContain('1 consumer')); // it has started consuming
});
afterAll(() => service.stop());

const doctor = (overrides: Record<string, string> = {}) =>
  command(service, 'doctor', { ...healthy, ...overrides });

/** Returns the lines with this prefix, and their remediation. */
const linesOf = (text: string, state: string) =>
  text.split(/\n(?=\w)/).filter((line) => line.startsWith(state));
const changed = (setting: string, change: (url: URL) => void) => {
  const url = new URL(service.env[setting] ?? '');
  change(url);
  return { [setting]: url.href };
};
/** A local port on which no process is listening. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function onlyWrong(overrides: Record<string, string>): Promise<string> {
  const { text, exitCode } = await doctor(overrides);
  const found = linesOf(text, 'failed');
  expect({ text, exitCode, wrong: found.length }).toEqual({ text, exitCode: 1, wrong: 1 });
  expect(found[0]).toContain('→ ');
  return found[0] ?? '';
}

it('doctor reports the dependencies of a healthy service as ok and exits with 0', async () => {
  const { text, exitCode } = await doctor();
  expect({ text, exitCode }).toEqual({ text, exitCode: 0 });
  for (const line of [
    'Configuration: ',
    'Postgres: reachable, and accepts the user and password',
    'Postgres schema: matches this version',
    'KEK_KEYS: can decrypt all documents',
    'Object store: encrypted a probe under key k1, then wrote, read, decrypted and deleted it',
    'RabbitMQ: reachable, and accepts the user and password',
    'Dead letters: none',
    'Service token: reachable and ready',
    'Clock: ',
    'File inspectors: run without network, with kernel resource limits',
  ])
    expect(text).toContain(`ok       ${line}`);
  expect(await service.objects()).toEqual([]);
});

describe('Postgres', () => {
  it('doctor reports a wrong Postgres password', async () => {
    const wrong = await onlyWrong(changed('DATABASE_URL', (url) => (url.password = 'wrong')));
    expect(wrong).toContain('Postgres: does not accept the user and password in DATABASE_URL');
  });

  it('doctor reports a missing database', async () => {
    const wrong = await onlyWrong(changed('DATABASE_URL', (url) => (url.pathname = '/no_such_database')));
    expect(wrong).toContain('The database that DATABASE_URL names does not exist');
  });

  it('doctor reports a closed Postgres port', async () => {
    const port = await closedPort();
    const wrong = await onlyWrong(changed('DATABASE_URL', (url) => (url.port = String(port))));
    expect(wrong).toContain(`Nothing is listening at 127.0.0.1:${port}`);
    expect(wrong).toContain('docs/runbooks/service-down.md');
  });

  it('doctor reports a missing migration', async () => {
    const [last] = await service.prisma.$queryRaw<{ name: string; ledger: object }[]>`
      SELECT migration_name AS name, to_jsonb(m) AS ledger FROM _prisma_migrations m ORDER BY 1 DESC LIMIT 1`;
    await service.prisma.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = ${last?.name}`;
    const wrong = await onlyWrong({});
    await service.prisma.$executeRaw`
      INSERT INTO _prisma_migrations SELECT * FROM jsonb_populate_record(NULL::_prisma_migrations, ${last?.ledger}::jsonb)`;
    expect(wrong).toContain(`migrations not applied: ${last?.name}`);
    expect(wrong).toContain('docs/upgrades.md');
  });

  it('doctor reports rows whose key is missing', async () => {
    const ring = JSON.stringify({ current: 'k9', keys: { k9: Buffer.alloc(32, 9).toString('base64') } });
    await service.prisma.$executeRaw`
      INSERT INTO documents (id, token_id, owner_id, owner_first_name, owner_last_name, patient_ref_id, link,
        token_created_at, token_expires_at, file_name, file_type, kind, file_size, sha256, state, storage_key, key_id,
        wrapped_key, created_at)
      VALUES (${randomUUID()}::uuid, ${randomUUID()}::uuid, ${randomUUID()}::uuid, 'A', 'B', 'P-1', 'x', now(), now(),
        'a.pdf', 'application/pdf', 'pdf', 1, '\\x00', 'ready', 'documents/aa/x', 'k1', '\\x00', now())`;
    const wrong = await onlyWrong({ KEK_KEYS: ring });
    await service.prisma.$executeRaw`DELETE FROM documents`;
    expect(wrong).toContain('1 documents need key k1, which is missing');
  });
});

describe('RabbitMQ', () => {
  it('doctor reports a wrong RabbitMQ password', async () => {
    const wrong = await onlyWrong(
      changed('AMQP_URL', (url) => {
        url.username = 'nobody';
        url.password = 'wrong';
      }),
    );
    expect(wrong).toContain('does not accept the user and password in AMQP_URL');
  });

  it('doctor reports a closed RabbitMQ port', async () => {
    const port = await closedPort();
    const wrong = await onlyWrong(changed('AMQP_URL', (url) => (url.port = String(port))));
    expect(wrong).toContain(`Nothing is listening at 127.0.0.1:${port}`);
    expect(wrong).toContain('docs/runbooks/rabbitmq-down.md');
  });

  it('doctor reports missing queues', async () => {
    expect(await onlyWrong({ EVENTS_NAMESPACE: `other-${randomUUID().slice(0, 8)}` })).toContain(
      'the queues of this service do not exist',
    );
  });

  it('doctor warns about dead letters, and replaying one is audited', async () => {
    const id = randomUUID();
    const namespace = service.env.EVENTS_NAMESPACE ?? '';
    const connection = await connect(backing().amqpUrl);
    const channel = await connection.createConfirmChannel();
    channel.sendToQueue(`${namespace}.document.dead`, Buffer.from('[]'), { messageId: id });
    await channel.waitForConfirms();
    const { text, exitCode } = await doctor();
    expect(exitCode).toBe(0);
    const warned = linesOf(text, 'warning').join('\n');
    expect(warned).toContain(`1 in ${namespace}.document.dead`);
    expect(warned).toContain('docs/runbooks/events-dead-lettered.md');
    expect((await command(service, 'events dead')).text).toContain(`- ${id}  malformed`);
    expect((await command(service, `events replay ${randomUUID()}`)).text).toBe('document: 0 replayed');
    expect((await command(service, `events replay ${id}`)).text).toBe('document: 1 replayed');
    const [entry] = await service.prisma.$queryRaw<{ envelope: { data: object } }[]>`
      SELECT envelope FROM outbox WHERE envelope->'data'->>'action' = 'events.replay'`;
    expect(entry?.envelope.data).toMatchObject({ outcome: 'success', count: 1, codes: ['document'] });
    await channel.purgeQueue(`${namespace}.document.dead`);
    await connection.close();
  });
});

describe('the object store', () => {
  it('doctor reports a missing bucket', async () => {
    const wrong = await onlyWrong({ S3_BUCKET: `gone-${randomUUID()}` });
    expect(wrong).toContain('the bucket in S3_BUCKET does not exist');
    expect(wrong).toContain('docs/runbooks/uploads-failing.md');
  });

  it('doctor reports a closed object store port', async () => {
    const port = await closedPort();
    const wrong = await onlyWrong(changed('S3_ENDPOINT', (url) => (url.port = String(port))));
    expect(wrong).toContain(`a probe object could not be written: Nothing is listening at 127.0.0.1:${port}`);
  });
});

describe('the key service', () => {
  let kms: KmsEmulator;
  beforeAll(async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'test' });
    kms = await startKmsEmulator();
  });
  afterAll(async () => {
    await kms.stop();
    delete process.env.AWS_ACCESS_KEY_ID;
    delete process.env.AWS_SECRET_ACCESS_KEY;
  });

  const wrongWith = (endpoint: string, key = kms.createKey()) =>
    onlyWrong({ KEK_PROVIDER: 'kms', KMS_KEY_ID: key, KMS_ENDPOINT: endpoint });
  const remedy = /→ correct the KMS_ settings, .* KMS_KEY_ID/;

  it('doctor blames the KMS settings, not the object store, for a closed KMS port', async () => {
    const port = await closedPort();
    const wrong = await wrongWith(`http://127.0.0.1:${port}`);
    expect(wrong).toContain(
      `the key service does not wrap a data key: Nothing is listening at 127.0.0.1:${port}`,
    );
    expect(wrong).toMatch(remedy);
    expect(wrong).not.toContain('start it');
  });

  it('doctor blames the KMS settings, not S3_ENDPOINT, for a KMS certificate that cannot be trusted', async () => {
    const front = await startTlsFront(kms.url, selfSigned());
    const wrong = await wrongWith(`https://127.0.0.1:${front.port}`);
    await front.stop();
    expect(wrong).toContain(
      'the key service does not wrap a data key: The certificate of KMS cannot be trusted',
    );
    expect(wrong).toMatch(remedy);
    expect(wrong).not.toMatch(/S3_|DATABASE_URL/);
  });

  it('doctor reports a key that KMS does not let us use', async () => {
    const key = kms.createKey();
    kms.disable(key);
    expect(await wrongWith(kms.url, key)).toMatch(remedy);
  });
});

describe('the malware scanner', () => {
  /** Responds like clamd. */
  async function clamd(responses: Record<string, string>) {
    const server = createServer((socket) =>
      socket.on('data', (data) => socket.end(`${responses[data.toString()] ?? ''}\0`)),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  it('doctor accepts a clamd that responds and reports a server that is not clamd', async () => {
    const version = `ClamAV 1.4.3/27460/${new Date().toUTCString()}`;
    const good = await clamd({ 'zPING\0': 'PONG', 'zVERSION\0': version });
    const { text } = await doctor({ SCANNER_URL: good.url });
    expect(text).toContain('ok       Malware scanner: responds');
    good.server.close();
    const other = await clamd({ 'zPING\0': 'HTTP/1.1 400 Bad Request' });
    expect(await onlyWrong({ SCANNER_URL: other.url })).toContain('is not clamd');
    other.server.close();
  });

  it('doctor reports a closed scanner port', async () => {
    const wrong = await onlyWrong({ SCANNER_URL: `tcp://127.0.0.1:${await closedPort()}` });
    expect(wrong).toContain('docs/runbooks/clamav-down.md');
  });

  it('doctor warns about signatures that are a month old or of unknown age', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(evaluateSignatures('ClamAV 1.4.3/27460/Sat Nov 21 09:30:00 2026', now).state).toBe('ok');
    expect(evaluateSignatures('ClamAV 1.4.3/27400/Tue Oct 20 09:30:00 2026', now)).toMatchObject({
      state: 'warning',
      message: 'are 32 days old',
    });
    expect(evaluateSignatures('ClamAV 1.4.3', now).state).toBe('warning');
  });

  it('doctor warns when no scanner is configured', async () => {
    expect(linesOf((await doctor()).text, 'warning').join()).toContain('nothing is scanned');
  });
});

it('doctor reports invalid settings and still runs the other checks', async () => {
  const { text, exitCode } = await doctor({ KEK_KEYS: 'none', PORT: 'x' });
  expect(exitCode).toBe(1);
  expect(linesOf(text, 'failed').join('\n')).toMatch(/PORT is not valid[^]*KEK_KEYS is not valid/);
  expect(text).toContain('ok       Postgres: reachable');
});
