import { people } from '@caredrop/testing';
import { runCommand } from '../src/cli/run-command.js';
import { Sweep } from '../src/jobs/sweep.js';
import { AuthApp } from './support/auth-app.js';

const { ana } = people;
let auth: AuthApp;
beforeAll(async () => {
  auth = await AuthApp.start();
  await auth.add(ana);
});
afterAll(() => auth.stop());

describe('the cleanup of expired data', () => {
  it('the cleanup deletes data whose retention has ended and keeps the rest', async () => {
    const [old, recent] = [await auth.signIn(ana), await auth.signIn(ana)];
    await auth.newLink(ana.id);
    await auth.prisma.$executeRaw`
      INSERT INTO password_link_requests (id, user_id, purpose, expires_at)
      VALUES (gen_random_uuid(), ${ana.id}::uuid, 'reset', now() - interval '1 minute')`;
    await auth.prisma.$executeRaw`
      UPDATE sessions SET expires_at = now() - interval '8 days' WHERE id = ${old.sessionId}::uuid`;
    await auth.prisma.$executeRaw`
      INSERT INTO attempt_counters (key, touched_at, succeeded_at)
      VALUES ('old failure', now() - interval '2 days', NULL), ('old success', now() - interval '2 days', now() - interval '2 days'),
             ('older success', now() - interval '32 days', now() - interval '32 days')`;
    await auth.prisma.$executeRaw`
      INSERT INTO sign_in_tickets (id, user_id, purpose, token_hash, expires_at)
      SELECT gen_random_uuid(), ${ana.id}::uuid, 'code', decode(md5(n::text), 'hex'), now() + n * interval '1 minute'
        FROM unnest(ARRAY[-1, 1]) AS n`;
    await auth.app.get(Sweep).execute();
    expect(await auth.prisma.signInTicket.count()).toBe(1);
    const sessions = await auth.prisma.session.findMany({ select: { id: true } });
    expect(sessions).toEqual([{ id: recent.sessionId }]);
    expect(await auth.prisma.passwordLink.count()).toBe(1);
    expect(await auth.prisma.passwordLinkRequest.count()).toBe(1);
    const counters = await auth.prisma.attemptCounter.findMany({ where: { key: { contains: ' ' } } });
    expect(counters.map(({ key }) => key)).toEqual(['old success']);
  });

  it('the cleanup deletes devices after 180 days but keeps the last one of an account', async () => {
    await auth.prisma.knownDevice.deleteMany();
    const remember = (mark: string, days: number) => auth.prisma.$executeRaw`
      INSERT INTO known_devices (user_id, fingerprint, last_seen_at)
      VALUES (${ana.id}::uuid, ${Buffer.from(mark)}::bytea, now() - ${days}::int * interval '1 day')`;
    await remember('older', 300);
    await remember('old', 181);
    await auth.app.get(Sweep).execute();
    const marks = async () =>
      (await auth.prisma.knownDevice.findMany()).map(({ fingerprint }) =>
        Buffer.from(fingerprint).toString(),
      );
    expect(await marks()).toEqual(['old']);
    await remember('recent', 179);
    await auth.app.get(Sweep).execute();
    expect(await marks()).toEqual(['recent']);
  });

  it('the cleanup deletes absences a year after their end, early or planned', async () => {
    const [ben] = [people.ben];
    await auth.add(ben);
    const insert = (endsAt: string, endedAt: string | null) => auth.prisma.$executeRaw`
      INSERT INTO covers (id, user_id, cover_id, starts_at, ends_at, ended_at, created_by)
      VALUES (gen_random_uuid(), ${ana.id}::uuid, ${ben.id}::uuid, now() - interval '3 years',
              now() + ${endsAt}::interval, now() + ${endedAt}::interval, ${ana.id}::uuid)`;
    await insert('-367 days', null);
    await insert('30 days', '-367 days');
    await insert('-364 days', null);
    await insert('30 days', '-364 days');
    await auth.app.get(Sweep).execute();
    expect(await auth.prisma.cover.count()).toBe(2);
    await auth.prisma.cover.deleteMany();
  });

  it('purge reports the same counts in a dry run but deletes nothing', async () => {
    const env = { DATABASE_URL: auth.database.url, PUBLIC_URL: 'https://caredrop.example' };
    const { sessionId } = await auth.signIn(ana);
    await auth.prisma.$executeRaw`
      UPDATE sessions SET expires_at = now() - interval '8 days' WHERE id = ${sessionId}::uuid`;
    await auth.prisma.$executeRaw`
      INSERT INTO password_link_requests (id, user_id, purpose, expires_at, closed_at)
      SELECT gen_random_uuid(), ${ana.id}::uuid, 'reset', now() - interval '1 minute', closed_at
        FROM unnest(ARRAY[NULL, now()]) AS closed_at`;
    const count = () => Promise.all([auth.prisma.session.count(), auth.prisma.passwordLinkRequest.count()]);
    const [sessions, requests] = await count();
    const counts =
      '1 sessions, 2 password links, 0 incomplete sign-ins, 0 attempt counters, 0 known devices, 0 absences';
    expect((await runCommand(['purge', '--dry-run'], env)).text).toBe(`would remove: ${counts}`);
    expect(await count()).toEqual([sessions, requests]);
    expect((await runCommand(['purge'], env)).text).toBe(`removed: ${counts}`);
    expect(await count()).toEqual([sessions - 1, requests - 2]);
  });
});
