import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dumpDatabase, restoreDatabase } from '@caredrop/service-kit';
import { createTestDatabase, people } from '@caredrop/testing';
import { migrationsFolder } from '../src/database/migrations.js';
import { PrismaService } from '../src/database/prisma.service.js';
import { AuthApp, dora } from './support/auth-app.js';

const { ana, ben } = people;
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.prisma.$executeRaw`TRUNCATE users, outbox, attempt_counters, password_link_requests CASCADE`;
  await auth.add(ana, ben, people.dora);
});

interface Wanted {
  userId: string;
  purpose?: 'reset' | 'invite';
  requestId?: string;
}

async function mint({ userId, purpose = 'reset', requestId }: Wanted) {
  const body = { userId, purpose, requestId };
  const response = await auth.call('POST', '/internal/password-links/mint', { from: 'notification', body });
  return response.body.data as { outcome: 'minted' | 'none'; url: string; email: string };
}

/** Requests an email as a user does; returns the id of the event. */
async function forgot(email: string): Promise<string> {
  await auth.call('POST', '/auth/forgot-password', { body: { email } });
  const events = await auth.events();
  return String(events.findLast(({ type }) => type === 'password_reset.requested')?.envelope.id);
}

async function setPassword(url: string): Promise<number> {
  const token = new URL(url).searchParams.get('token');
  const body = { token, password: 'seven-grey-herons' };
  return (await auth.call('POST', '/auth/reset-password', { body })).status;
}

const refused = () =>
  auth.prisma.$queryRaw`
    SELECT envelope->'data'->'subject'->>'id' AS "userId" FROM outbox
     WHERE type = 'audit.recorded' AND envelope->'data'->>'action' = 'password.mint_link'
       AND envelope->'data'->>'outcome' = 'refused'`;

describe('creating a password link for a request', () => {
  it('a request can create several links, and using one invalidates the others', async () => {
    const requestId = await forgot(ana.email);
    const [first, second] = [
      await mint({ userId: ana.id, requestId }),
      await mint({ userId: ana.id, requestId }),
    ];
    expect(first).toMatchObject({ outcome: 'minted', email: ana.email });
    expect(await setPassword(second.url)).toBe(200);
    expect(await setPassword(first.url)).toBe(400);
  });

  it('a link is created for an invitation', async () => {
    const person = { firstName: 'Frida', lastName: 'Berg', email: 'frida@clinic.example' };
    await auth.call('POST', '/admin/users', { as: dora, body: person });
    const event = (await auth.events()).find(({ type }) => type === 'user.invited');
    const wanted = { userId: String(event?.envelope.aggregateId), requestId: String(event?.envelope.id) };
    expect(await mint({ ...wanted, purpose: 'reset' })).toEqual({ outcome: 'none' });
    expect(await mint({ ...wanted, purpose: 'invite' })).toMatchObject({ email: person.email });
  });

  it.each([
    ['the request is unknown', () => Promise.resolve({ userId: ana.id, requestId: randomUUID() })],
    [
      'the request is unknown although another one is open',
      async () => {
        await forgot(ana.email);
        return { userId: ana.id, requestId: randomUUID() };
      },
    ],
    ['no request is named and none is open', () => Promise.resolve({ userId: ana.id })],
    [
      'the request is for another user',
      async () => ({ userId: people.dora.id, requestId: await forgot(ana.email) }),
    ],
    [
      'the request is for another purpose',
      async () => ({ userId: ana.id, requestId: await forgot(ana.email), purpose: 'invite' as const }),
    ],
    [
      'the request has led to a new password',
      async () => {
        const wanted = { userId: ana.id, requestId: await forgot(ana.email) };
        await setPassword((await mint(wanted)).url);
        return wanted;
      },
    ],
    [
      'the request is too old',
      async () => {
        const requestId = await forgot(ana.email);
        await auth.prisma.$executeRaw`UPDATE password_link_requests SET expires_at = now()`;
        return { userId: ana.id, requestId };
      },
    ],
    [
      'the account has been disabled since the request',
      async () => {
        const requestId = await forgot(ana.email);
        await auth.call('POST', `/admin/users/${ana.id}/disable`, { as: dora, body: {} });
        await auth.call('POST', `/admin/users/${ana.id}/enable`, { as: dora });
        return { userId: ana.id, requestId };
      },
    ],
  ])('creating a link is refused and audited when %s', async (_why, prepare: () => Promise<Wanted>) => {
    const wanted = await prepare();
    const before = await auth.prisma.passwordLink.count({ where: { usedAt: null } });
    expect(await mint(wanted)).toEqual({ outcome: 'none' });
    expect(await auth.prisma.passwordLink.count({ where: { usedAt: null } })).toBe(before);
    expect(await refused()).toEqual([{ userId: wanted.userId }]);
  });
});

describe('stored requests', () => {
  const rows = (prisma: PrismaService) =>
    prisma.passwordLinkRequest.findMany({ orderBy: [{ closedAt: 'asc' }, { id: 'asc' }] });

  it('a stored request and its link contain neither the address nor the secret of the link', async () => {
    const requestId = await forgot(ana.email);
    const { url } = await mint({ userId: ana.id, requestId });
    const secret = new URL(url).searchParams.get('token') ?? '';
    const stored = await auth.prisma.$queryRaw<{ text: string }[]>`
      SELECT r::text AS text FROM password_link_requests r
       UNION ALL SELECT l::text FROM password_links l`;
    expect(stored).toHaveLength(2);
    for (const { text } of stored) {
      expect(text).toContain(ana.id);
      for (const form of [ana.email, ana.lastName, secret, Buffer.from(secret).toString('hex')])
        expect(text).not.toContain(form);
    }
  });

  it('a restored database has the open and the closed requests from its dump', async () => {
    await setPassword((await mint({ userId: ana.id, requestId: await forgot(ana.email) })).url);
    await forgot(ben.email);
    const folder = await mkdtemp(path.join(tmpdir(), 'auth-dump-'));
    const { tables } = await dumpDatabase(auth.database.url, folder);
    expect(tables.find(({ name }) => name === 'password_link_requests')?.rows).toBe(2);
    const target = await createTestDatabase({ migrations: migrationsFolder });
    await restoreDatabase({
      databaseUrl: target.url,
      folder,
      migrations: migrationsFolder,
      replace: false,
    });
    const restored = new PrismaService(target.url, 1);
    expect(await rows(restored)).toEqual(await rows(auth.prisma));
    expect((await rows(restored)).map(({ closedAt }) => closedAt === null)).toEqual([false, true]);
    await restored.$disconnect();
    await target.drop();
    await rm(folder, { recursive: true });
  });
});

describe('the upgrade from version 0.1', () => {
  /** Writes what an auth service of version 0.1 leaves in the database: the event without a request. */
  async function askedBefore(): Promise<string> {
    const requestId = await forgot(ana.email);
    await auth.prisma.passwordLinkRequest.deleteMany();
    return requestId;
  }

  it('a link can still be created for an event from the earlier version of auth, but only for its user', async () => {
    const requestId = await askedBefore();
    expect(await mint({ userId: ana.id, requestId })).toMatchObject({ outcome: 'minted' });
    expect(await mint({ userId: ben.id, requestId })).toEqual({ outcome: 'none' });
  });

  it('an event from the earlier version of auth cannot be used to create a link for another request or purpose', async () => {
    const requestId = await askedBefore();
    expect(await mint({ userId: ana.id, requestId: randomUUID() })).toEqual({ outcome: 'none' });
    expect(await mint({ userId: ana.id, requestId, purpose: 'invite' })).toEqual({ outcome: 'none' });
  });

  it('an event from the earlier version of auth is void once the account has been disabled', async () => {
    const requestId = await askedBefore();
    await auth.call('POST', `/admin/users/${ana.id}/disable`, { as: dora, body: {} });
    await auth.call('POST', `/admin/users/${ana.id}/enable`, { as: dora });
    expect(await mint({ userId: ana.id, requestId })).toEqual({ outcome: 'none' });
  });

  it('a password that was set before the event does not void it', async () => {
    await forgot(ana.email);
    expect(await setPassword((await mint({ userId: ana.id })).url)).toBe(200);
    await auth.prisma.$executeRaw`UPDATE outbox SET created_at = created_at - interval '1 second'`;
    const requestId = await askedBefore();
    expect(await mint({ userId: ana.id, requestId })).toMatchObject({ outcome: 'minted' });
  });

  it('an earlier version of the notification service gets a link only for a user with an open request', async () => {
    await forgot(ana.email);
    expect(await mint({ userId: ana.id })).toMatchObject({ outcome: 'minted' });
    expect(await mint({ userId: ben.id })).toEqual({ outcome: 'none' });
  });

  it('an event from version 0.1 is void after four days or once a password has been set', async () => {
    const requestId = await askedBefore();
    const { url } = await mint({ userId: ana.id, requestId });
    await auth.prisma.$executeRaw`UPDATE outbox SET created_at = created_at - interval '4 days'`;
    expect(await mint({ userId: ana.id, requestId })).toEqual({ outcome: 'none' });
    await auth.prisma.$executeRaw`UPDATE outbox SET created_at = created_at + interval '4 days'`;
    expect(await setPassword(url)).toBe(200);
    expect(await mint({ userId: ana.id, requestId })).toEqual({ outcome: 'none' });
  });
});
