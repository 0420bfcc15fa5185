import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { randomUUID } from 'node:crypto';
import { runCommand } from '../src/cli/run-command.js';
import { checkSmtp } from '../src/mail/check-smtp.js';
import { notificationDatabase } from './support/database.js';
import { environment, startService, type RunningService } from './support/service.js';

/**
 * What doctor reports about a mail server with one fault at a time; the shared checks are tested elsewhere.
 */
const check = async (url: string) => (await checkSmtp(url)[0]?.run()) ?? [];
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    await once(server, 'close');
  }
});

/** A minimal SMTP server: lines with these prefixes get these replies, all others are accepted. */
async function smtp(responses: Record<string, string>): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail\r\n');
    socket.on('data', (data) => {
      const verb = Object.keys(responses).find((start) => data.toString().startsWith(start));
      socket.write(`${responses[verb ?? ''] ?? '250 ok'}\r\n`);
      if (data.toString().startsWith('QUIT')) socket.end();
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('the mail server check', () => {
  it('doctor warns about a mail server without TLS', async () => {
    const port = await smtp({});
    expect(await check(`smtp://127.0.0.1:${port}`)).toEqual([
      expect.objectContaining({ state: 'ok' }),
      expect.objectContaining({ state: 'warning', message: expect.stringContaining('in clear') }),
    ]);
  });

  it('doctor reports a refused password without showing it', async () => {
    const port = await smtp({ EHLO: '250-mail\r\n250 AUTH PLAIN', AUTH: '535 no, ana@clinic.example' });
    const results = await check(`smtp://us:secret@127.0.0.1:${port}`);
    expect(results).toEqual([
      expect.objectContaining({
        state: 'failed',
        message: 'does not accept the user and password in SMTP_URL',
      }),
    ]);
    expect(JSON.stringify(results)).not.toMatch(/secret|ana@/);
  });

  it('doctor reports a mail server without TLS when TLS is required', async () => {
    const port = await smtp({ STARTTLS: '502 no' });
    expect(await check(`smtp://127.0.0.1:${port}/?requireTLS=true`)).toEqual([
      expect.objectContaining({ state: 'failed', remediation: expect.stringContaining('mails-not-sent.md') }),
    ]);
  });

  it('doctor reports a closed mail server port', async () => {
    const port = await smtp({});
    servers.pop()?.close();
    expect(await check(`smtp://127.0.0.1:${port}`)).toEqual([
      expect.objectContaining({
        state: 'failed',
        message: `Nothing is listening at 127.0.0.1:${port} (SMTP_URL)`,
      }),
    ]);
  });
});

describe('the commands of the notification service', () => {
  let service: RunningService;
  let env: Record<string, string>;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await notificationDatabase();
    drop = () => database.drop();
    env = environment({ DATABASE_URL: database.url });
    service = await startService(env);
  });
  afterAll(async () => {
    await service.stop();
    await drop();
  });

  it('doctor exits with 1 and names the unreachable mail server', async () => {
    const { text, exitCode } = await runCommand(['doctor'], env);
    expect(exitCode).toBe(1);
    expect(text).toContain('failed   Mail server: Nothing is listening at 127.0.0.1:1');
    expect(text).toContain('ok       Text messages: a Twilio account is configured');
    expect(text).toContain('ok       Postgres schema: matches this version');
  });

  it('purge reports old records on a dry run, then removes them and keeps recent ones', async () => {
    const old = new Date('2020-01-01');
    const delivery = (state: string, settledAt: Date | null) => ({
      data: {
        eventId: randomUUID(),
        purpose: 'document_received',
        userId: randomUUID(),
        state,
        createdAt: old,
        settledAt,
      },
    });
    await service.prisma.mailDelivery.create(delivery('sent', old));
    await service.prisma.mailDelivery.create(delivery('sent', new Date()));
    const counts = '1 records of emails, 0 records of text messages, 0 records of announced documents';
    expect((await runCommand(['purge', '--dry-run'], env)).text).toBe(`would remove: ${counts}`);
    expect(await service.prisma.mailDelivery.count()).toBe(2);
    expect((await runCommand(['purge'], env)).text).toBe(`removed: ${counts}`);
    expect(await service.prisma.mailDelivery.count()).toBe(1);
  });
});
