import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, newIdentityKeys } from '@caredrop/testing';
import { runCommand } from '../src/cli/run-command.js';
import { PrismaService } from '../src/database/prisma.service.js';
import { SendDue } from '../src/due-sends/send-due.js';
import { postponeReminders } from '../src/reminder-plan/postpone-reminders.js';
import { aFile, files } from './support/a-file.js';
import { aNumber, anAddress, reminders } from './support/a-reminded-link.js';
import { ana, migrations, TokenApp } from './support/token-app.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function aDueReminder(app: TokenApp, at: Date): Promise<void> {
  const { id } = await reminders(app).texted();
  const remindersFrom = new Date(at.getTime() - 5 * DAY);
  await app.prisma.token.update({ where: { id }, data: { remindersFrom, nextReminderAt: at } });
}

/** A link with a text and an email whose time has come. */
async function dueSchedules(app: TokenApp): Promise<void> {
  const { id } = await app.create();
  const send = (channel: string, to: object) =>
    app.call('POST', `/tokens/${id}/send-${channel}`, {
      as: ana,
      body: { ...to, sendAt: new Date(Date.now() + DAY) },
    });
  await send('sms', { phoneNumber: aNumber() });
  await send('email', { email: anAddress() });
  const due = new Date(Date.now() - 1000);
  const data = { chosenAt: due, sendAt: due, nextTryAt: due };
  expect(await app.prisma.scheduledSend.updateMany({ data })).toEqual({ count: 2 });
}

it('once after-restore has run on a database restored by other means, no patient is contacted again', async () => {
  const app = await TokenApp.start();
  const allowance = { configured: true, left: 1000, retryAfterSeconds: 3600, suppressed: [] };
  app.notification.on('/internal/sms/allowance', () => allowance);
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
  const noon = new Date(new Date().setUTCHours(12, 0, 0, 0));
  await aDueReminder(app, noon);
  await dueSchedules(app);
  const { id } = await files(app).send(aFile([{}, {}]));
  app.notification.calls.length = 0;

  await app.whileStopped(() => runCommand(['after-restore'], app.env));

  await app.get(SendDue).execute();
  await files(app).sweepAll();
  await reminders(app).sweep(noon);
  expect(app.notification.calls.filter(({ path }) => path === '/internal/sms')).toEqual([]);
  expect(await app.emitted('token.email_requested')).toEqual([]);
  expect((await files(app).job(id)).state).toBe('paused');
  await app.stop();
});

it('restoring a database pauses files of requests and removes the lease of a row that was being sent', async () => {
  const database = await createTestDatabase({ migrations });
  const prisma = new PrismaService(database.url, 1);
  const owner = {
    ownerId: randomUUID(),
    ownerFirstName: 'Ana',
    ownerLastName: 'Bell',
    wantsReminders: false,
  };
  const row = { reference: 'P-1', state: 'sending', leaseUntil: new Date() };
  for (const [line, state] of ['running', 'paused', 'done'].entries())
    await prisma.sendingJob.create({
      data: { id: randomUUID(), ...owner, creationKey: state, state, rows: { create: { ...row, line } } },
    });
  await prisma.$executeRawUnsafe(postponeReminders);
  const jobs = await prisma.sendingJob.findMany({ orderBy: { creationKey: 'asc' }, include: { rows: true } });
  expect(jobs.map(({ creationKey, state, restored }) => [creationKey, state, restored])).toEqual([
    ['done', 'done', false],
    ['paused', 'paused', true],
    ['running', 'paused', true],
  ]);
  expect(jobs.flatMap(({ rows }) => rows.map(({ leaseUntil }) => leaseUntil))).toEqual([null, null, null]);
  await prisma.$disconnect();
  await database.drop();
});

it('a restored database sends no reminder within 48 hours, and none that was claimed before the backup', async () => {
  const database = await createTestDatabase({ migrations });
  const folder = await mkdtemp(path.join(tmpdir(), 'reminders-'));
  const env = {
    PORT: '0',
    INTERNAL_PRIVATE_KEY: JSON.stringify(newIdentityKeys().privateKey),
    SERVICE_KEYS: '{}',
    DATABASE_URL: database.url,
    AMQP_URL: 'amqp://127.0.0.1:1',
    AUTH_URL: 'http://127.0.0.1:1',
    DOCUMENT_URL: 'http://127.0.0.1:1',
    NOTIFICATION_URL: 'http://127.0.0.1:1',
    PUBLIC_URL: 'https://care.example',
    LINK_KEYS: JSON.stringify({ current: 'k1', keys: { k1: Buffer.alloc(32, 7).toString('base64') } }),
  };
  const now = Date.now();
  const due = {
    overdue: new Date(now - HOUR),
    soon: new Date(now + HOUR),
    later: new Date(now + 100 * HOUR),
  };
  let prisma = new PrismaService(database.url, 1);
  for (const [name, nextReminderAt] of [...Object.entries(due), ['none', null] as const])
    await prisma.token.create({
      data: {
        ...{ id: randomUUID(), ownerId: randomUUID(), ownerFirstName: 'Ana', ownerLastName: 'Bell' },
        ...{ linkHash: randomBytes(32), linkPrefix: name, linkKeyId: 'k1', linkSealed: randomBytes(8) },
        ...{ patientRefId: name, expiresAt: new Date(now + 900 * HOUR), nextReminderAt },
        smsSends: {
          create: {
            deliveryId: randomUUID(),
            phoneNumber: '+447700900123',
            reminder: 1,
            sendAt: new Date(now),
          },
        },
      },
    });
  await prisma.$disconnect();

  await runCommand(['backup', '--to', folder], env, () => undefined);
  await runCommand(['restore', '--from', folder, '--replace'], env, () => undefined);

  prisma = new PrismaService(database.url, 1);
  const links = await prisma.token.findMany({ include: { smsSends: true } });
  await prisma.$disconnect();
  await database.drop();
  await rm(folder, { recursive: true });
  const next = new Map(links.map(({ patientRefId, nextReminderAt }) => [patientRefId, nextReminderAt]));
  for (const name of ['overdue', 'soon'])
    expect(next.get(name)?.getTime()).toBeGreaterThanOrEqual(now + 48 * HOUR);
  expect(next.get('later')).toEqual(due.later);
  expect(next.get('none')).toBeNull();
  expect(links.flatMap(({ smsSends }) => smsSends.map(({ sendAt }) => sendAt))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
