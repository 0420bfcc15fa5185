import { eventually, lockWaits, people } from '@caredrop/testing';
import { jest } from '@jest/globals';
import type { Tx } from '../src/database/prisma.service.js';
import { Sweep } from '../src/jobs/sweep.js';
import { PasswordHasher } from '../src/hashing/password-hasher.js';
import { RecoveryCodes } from '../src/second-factor/recovery-codes.js';
import { mfaChallengeOwner } from '../src/second-factor/mfa-challenges.js';
import { runCommand } from '../src/cli/run-command.js';
import { closeLinkRequests } from '../src/password-links/open-link-request.js';
import { setRole } from '../src/administration/set-role.js';
import { userColumns } from '../src/users/user.js';
import { AuthApp, dora } from './support/auth-app.js';
import { enrol, forgetUsedSteps, sendCode, ticketOf } from './support/second-factor.js';

/**
 * Tests each condition of the SQL statements that control access, in a state in which all other conditions hold.
 */

const { ana, ben } = people;
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start({ SESSION_IDLE_SECONDS: '1800' });
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.prisma.$executeRaw`TRUNCATE users, outbox, attempt_counters CASCADE`;
  await auth.add(ana, ben, people.dora);
});

const sql = (text: string) => auth.prisma.$executeRawUnsafe(text);
const over = { status: 401, body: { code: 'sign_in_over' } };

/**
 * Runs `work` while a transaction holds the locks taken by `hold`; `work` must block on them. `goOn`: what the
 * transaction does next, before it commits.
 */
async function whileLocked<T>(
  hold: (tx: Tx) => Promise<unknown>,
  work: () => Promise<T>,
  goOn: (tx: Tx) => Promise<unknown> = () => Promise.resolve(),
): Promise<T> {
  let waiting: Promise<T> | undefined;
  await auth.prisma.$transaction(
    async (tx) => {
      await hold(tx);
      waiting = work();
      await eventually(async () => expect(await lockWaits(auth.prisma)).toHaveLength(1));
      await goOn(tx);
    },
    { timeout: 60_000 },
  );
  return waiting as Promise<T>;
}

describe('the conditions of a live session', () => {
  it.each([
    ['once it has ended', 'UPDATE sessions SET ended_at = now()'],
    ['past its absolute end', `UPDATE sessions SET expires_at = now() - interval '1 second'`],
    ['when idle for too long', `UPDATE sessions SET last_activity_at = now() - interval '1801 seconds'`],
    ['when its account is disabled', `UPDATE users SET disabled = true`],
    ['when its user must now use a second factor', `UPDATE users SET second_factor_required = true`],
  ])('a session is not alive %s', async (_when, change) => {
    const { sessionId } = await auth.signIn(ana);
    expect(await auth.isAlive(sessionId)).toBe(true);
    await sql(change);
    expect(await auth.isAlive(sessionId)).toBe(false);
  });

  it("a session opened without the user's second factor is not alive", async () => {
    const as = await auth.signIn(ana);
    await enrol(auth, ana, as);
    expect(await auth.isAlive(as.sessionId)).toBe(true);
    await sql('UPDATE sessions SET second_factor = false');
    expect(await auth.isAlive(as.sessionId)).toBe(false);
  });
});

describe('extending a session that is over', () => {
  it.each([
    ['ended', 'ended_at = now()'],
    ['past its absolute end', `expires_at = now() - interval '1 second'`],
    ['idle for too long', `last_activity_at = now() - interval '1801 seconds'`],
  ])('a session that is %s cannot be extended', async (_how, change) => {
    const as = await auth.signIn(ana);
    await sql(`UPDATE sessions SET ${change}`);
    const before = await auth.prisma.session.findFirstOrThrow();
    expect((await auth.call('GET', '/auth/session', { as })).status).toBe(401);
    expect((await auth.call('POST', '/auth/session/extend', { as })).status).toBe(401);
    expect(await auth.prisma.session.findFirstOrThrow()).toEqual(before);
  });
});

describe('the sessions of a user', () => {
  it.each([
    ['ended', 'ended_at = now()'],
    ['past their absolute end', `expires_at = now() - interval '1 second'`],
    ['idle for too long', `last_activity_at = now() - interval '1801 seconds'`],
  ])('sessions are not listed when they are %s', async (_how, change) => {
    const [as, other] = [await auth.signIn(ana), await auth.signIn(ana)];
    await auth.signIn(ben);
    await sql(`UPDATE sessions SET ${change} WHERE id = '${other.sessionId}'`);
    const { body } = await auth.call('GET', '/auth/sessions', { as });
    expect(body.data?.sessions).toMatchObject([{ id: as.sessionId }]);
  });

  it('sessions that ended earlier keep their end time and are not reported again', async () => {
    const [as, other] = [await auth.signIn(ana), await auth.signIn(ana)];
    const bens = await auth.signIn(ben);
    await auth.call('DELETE', `/auth/sessions/${other.sessionId}`, { as });
    const read = () => auth.prisma.session.findMany({ orderBy: { id: 'asc' } });
    const [before, told] = [await read(), (await auth.events()).length];
    await auth.call('POST', '/auth/sessions/end-others', { as });
    expect(await read()).toEqual(before);
    expect((await auth.events()).length).toBe(told);
    expect(await auth.isAlive(bens.sessionId)).toBe(true);
    await auth.call('POST', `/admin/users/${ana.id}/disable`, { as: dora, body: {} });
    const { endedAt } = before.find(({ id }) => id === other.sessionId) ?? {};
    expect((await read()).find(({ id }) => id === other.sessionId)?.endedAt).toEqual(endedAt);
  });
});

describe('the first sign-in of a user', () => {
  it("a user's first sign-in is not reported as a new device", async () => {
    await auth.signIn(ana, '192.0.2.1', 'one');
    await auth.signIn(ben, '192.0.2.2', 'two');
    expect((await auth.events()).map(({ type }) => type)).not.toContain('session.opened_on_new_device');
  });
});

describe('sign-in tickets', () => {
  it.each([
    ['the password was replaced', `UPDATE users SET password_hash = 'another'`],
    ['the account was disabled', 'UPDATE users SET disabled = true'],
  ])('no ticket is issued when %s during the password comparison', async (_what, change) => {
    await enrol(auth, ana, await auth.signIn(ana));
    const hasher = auth.app.get(PasswordHasher);
    const matches = jest.spyOn(hasher, 'matches').mockImplementationOnce(async (...compared) => {
      const same = await PasswordHasher.prototype.matches.apply(hasher, compared);
      await sql(change);
      return same;
    });
    const { body } = await auth.logIn(ana);
    matches.mockRestore();
    expect([body.code, await auth.prisma.signInTicket.count()]).toEqual(['invalid_credentials', 0]);
  });

  it.each([
    ['it has expired', `UPDATE sign_in_tickets SET expires_at = now() - make_interval(secs => 1)`],
    ['the account was disabled', 'UPDATE users SET disabled = true'],
  ])('a ticket cannot sign in once %s', async (_what, change) => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    await forgetUsedSteps(auth, ana);
    const ticket = await ticketOf(auth, ana);
    await sql(change);
    expect(await sendCode(auth, ticket, app.code())).toMatchObject(over);
  });

  it.each([
    [
      'the account was disabled and enabled again',
      async () => {
        await auth.call('POST', `/admin/users/${ana.id}/disable`, { as: dora, body: {} });
        await auth.call('POST', `/admin/users/${ana.id}/enable`, { as: dora });
      },
    ],
    [
      'a new password was set with an emailed link',
      async () => {
        const body = { token: await auth.newLink(ana.id), password: 'correct horse battery staple' };
        expect((await auth.call('POST', '/auth/reset-password', { body })).status).toBe(200);
      },
    ],
  ])('a ticket is void after %s', async (_what, change) => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    await forgetUsedSteps(auth, ana);
    const ticket = await ticketOf(auth, ana);
    await change();
    expect(await sendCode(auth, ticket, app.code())).toMatchObject(over);
  });

  it('a ticket that is voided while its code waits for a lock cannot sign in', async () => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    await forgetUsedSteps(auth, ana);
    const ticket = await ticketOf(auth, ana);
    const response = await whileLocked(
      async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${ana.id}::uuid FOR UPDATE`;
        await tx.signInTicket.deleteMany({ where: { userId: ana.id } });
      },
      () => sendCode(auth, ticket, app.code()),
    );
    expect(response).toMatchObject(over);
    expect(await mfaChallengeOwner(auth.prisma, ticket, 'code')).toBeNull();
  });
});

describe('the conditions of a second factor', () => {
  it('an expired set-up of a second factor cannot be confirmed', async () => {
    const as = await auth.signIn(ana);
    const { password } = ana;
    const { body } = await auth.call('POST', '/auth/second-factor/enrol', { as, body: { password } });
    expect(body.data).toHaveProperty('enrolment');
    await sql('UPDATE second_factor_enrolments SET expires_at = now() - make_interval(secs => 1)');
    const response = await auth.call('POST', '/auth/second-factor/confirm', { as, body: { code: '000000' } });
    expect(response.body.code).toBe('enrolment_over');
    expect(await auth.prisma.attemptCounter.count({ where: { attempts: { gt: 0 } } })).toBe(0);
  });

  it('resetting a second factor deletes its recovery codes and pending set-up', async () => {
    const rows = () =>
      Promise.all([
        auth.prisma.secondFactor.count(),
        auth.prisma.recoveryCode.count(),
        auth.prisma.secondFactorEnrolment.count(),
      ]);
    const as = await auth.signIn(ana);
    const { app } = await enrol(auth, ana, as);
    const body = { password: ana.password, code: app.code() };
    await auth.call('POST', '/auth/second-factor/enrol', { as, body });
    expect(await rows()).toEqual([1, 10, 1]);
    await auth.call('POST', `/admin/users/${ana.id}/second-factor/reset`, { as: dora, body: {} });
    expect(await rows()).toEqual([0, 0, 0]);
  });

  it('a recovery code works once even if two transactions read it concurrently', async () => {
    const { recoveryCodes } = await enrol(auth, ana, await auth.signIn(ana));
    const code = (recoveryCodes[0] ?? '').replace('-', '');
    const codes = auth.app.get(RecoveryCodes);
    const second = await whileLocked(
      async (tx) => expect(await codes.spend(tx, ana.id, code)).toBe(true),
      () => auth.prisma.$transaction((tx) => codes.spend(tx, ana.id, code), { timeout: 60_000 }),
    );
    expect(second).toBe(false);
  });
});

describe('the conditions for setting a password with a link', () => {
  const set = (token: string, password = 'correct horse battery staple') =>
    auth.call('POST', '/auth/reset-password', { body: { token, password } });

  it.each([
    ['used', 'UPDATE password_links SET used_at = now()'],
    ['expired', 'UPDATE password_links SET expires_at = now() - make_interval(secs => 1)'],
    ['disabled account', 'UPDATE users SET disabled = true'],
  ])('an invalid password link (%s) reveals nothing about its owner', async (_how, change) => {
    const link = await auth.newLink(ana.id);
    const password = `${ana.firstName}${ana.lastName}`.padEnd(12, ana.firstName);
    const ofNobody = await set('x'.repeat(43), password);
    expect((await set(link, password)).body.message).not.toBe(ofNobody.body.message);
    await sql(change);
    const ofTheOwner = await set(link, password);
    expect([ofTheOwner.status, ofTheOwner.body.message]).toEqual([400, ofNobody.body.message]);
  });

  it.each([
    ['the link was used', 'UPDATE password_links SET used_at = now()'],
    ['the link expired', 'UPDATE password_links SET expires_at = now() - make_interval(secs => 1)'],
    ['the account was disabled', 'UPDATE users SET disabled = true'],
  ])('a reset sets no password if %s while the password was being hashed', async (_what, change) => {
    const link = await auth.newLink(ana.id);
    const before = await auth.prisma.user.findUniqueOrThrow({ where: { id: ana.id } });
    const hasher = auth.app.get(PasswordHasher);
    const hash = jest.spyOn(hasher, 'hash').mockImplementationOnce(async (password) => {
      await sql(change);
      return PasswordHasher.prototype.hash.call(hasher, password);
    });
    expect((await set(link)).status).toBe(400);
    hash.mockRestore();
    const { passwordHash } = await auth.prisma.user.findUniqueOrThrow({ where: { id: ana.id } });
    expect(passwordHash).toBe(before.passwordHash);
  });
});

describe('password changes and open links', () => {
  it('a password change closes open links and requests', async () => {
    const as = await auth.signIn(ana);
    await auth.newLink(ana.id);
    const body = { currentPassword: ana.password, newPassword: 'correct horse battery staple' };
    expect((await auth.call('POST', '/auth/change-password', { as, body })).status).toBe(200);
    expect(await auth.prisma.passwordLink.count({ where: { usedAt: null } })).toBe(0);
    expect(await auth.prisma.passwordLinkRequest.count({ where: { closedAt: null } })).toBe(0);
  });

  it('disabling an account keeps the times of links already used and requests already closed', async () => {
    await auth.newLink(ana.id);
    await sql(`UPDATE password_link_requests SET closed_at = now() - interval '1 day'`);
    await sql(`UPDATE password_links SET used_at = now() - interval '1 day'`);
    const read = () =>
      Promise.all([auth.prisma.passwordLinkRequest.findMany(), auth.prisma.passwordLink.findMany()]);
    const before = await read();
    await auth.call('POST', `/admin/users/${ana.id}/disable`, { as: dora, body: {} });
    expect(await read()).toEqual(before);
  });
});

describe('calls that meet an uncommitted change to the account', () => {
  const disable = (tx: Tx) => tx.user.update({ where: { id: ana.id }, data: { disabled: true } });
  const promote = (tx: Tx) => tx.user.update({ where: { id: ana.id }, data: { role: 'admin' } });

  it('a sign-in that waited for the account to be disabled opens no session', async () => {
    expect((await whileLocked(disable, () => auth.logIn(ana))).status).toBe(401);
    expect(await auth.prisma.session.count()).toBe(0);
  });

  it('a sign-in that waited for the account to be disabled issues no ticket', async () => {
    await enrol(auth, ana, await auth.signIn(ana));
    expect((await whileLocked(disable, () => auth.logIn(ana))).status).toBe(401);
    expect(await auth.prisma.signInTicket.count()).toBe(0);
  });

  it('no password link is created for an account that was being disabled', async () => {
    expect(await whileLocked(disable, () => auth.mint(ana.id))).toEqual({ outcome: 'none' });
    expect(await auth.prisma.passwordLink.count()).toBe(0);
  });

  it('a password link that is created while the account is being disabled causes no deadlock', async () => {
    const goOn = (tx: Tx) => closeLinkRequests(tx, ana.id);
    expect(await whileLocked(disable, () => auth.mint(ana.id), goOn)).toEqual({ outcome: 'none' });
    expect(await auth.prisma.passwordLink.count()).toBe(0);
  });

  it('no password link is created for a request that is being closed, because a password is being set', async () => {
    const lock = (tx: Tx) => tx.user.update({ where: { id: ana.id }, data: { passwordHash: 'x' } });
    const close = (tx: Tx) => closeLinkRequests(tx, ana.id);
    expect(await whileLocked(lock, () => auth.mint(ana.id), close)).toEqual({ outcome: 'none' });
    expect(await auth.prisma.passwordLink.count()).toBe(0);
  });

  it('an administrator cannot disable a user who is being made an administrator at that moment', async () => {
    const call = () => auth.call('POST', `/admin/users/${ana.id}/disable`, { as: dora, body: {} });
    expect((await whileLocked(promote, call)).status).toBe(403);
    expect((await auth.prisma.user.findUniqueOrThrow({ where: { id: ana.id } })).disabled).toBe(false);
  });

  it('set-role does not change a user who was already being given that role', async () => {
    const env = { DATABASE_URL: auth.database.url, PUBLIC_URL: 'https://caredrop.example' };
    const words = ['set-role', '--email', ana.email, '--role', 'admin', '--reason', 'new_duty'];
    expect((await whileLocked(promote, () => runCommand(words, env))).text).toContain('already');
  });

  it('a password change that waited for the account to be disabled changes nothing', async () => {
    const as = await auth.signIn(ana);
    const before = await auth.prisma.user.findUniqueOrThrow({ where: { id: ana.id } });
    const body = { currentPassword: ana.password, newPassword: 'correct horse battery staple' };
    const call = () => auth.call('POST', '/auth/change-password', { as, body });
    expect((await whileLocked(disable, call)).status).toBe(401);
    const { passwordHash } = await auth.prisma.user.findUniqueOrThrow({ where: { id: ana.id } });
    expect(passwordHash).toBe(before.passwordHash);
  });
});

describe('the time that a sign-in may take', () => {
  const secondsLeft = async () =>
    ((await auth.prisma.signInTicket.findFirstOrThrow()).expiresAt.getTime() - Date.now()) / 1000;

  it('a ticket for a code is valid for five minutes', async () => {
    await enrol(auth, ana, await auth.signIn(ana));
    await ticketOf(auth, ana);
    expect(await secondsLeft()).toBeGreaterThan(240);
    expect(await secondsLeft()).toBeLessThan(301);
  });

  it('a ticket for a set-up and the set-up itself are valid for 15 minutes', async () => {
    await sql(`UPDATE users SET second_factor_required = true`);
    const ticket = await ticketOf(auth, ana);
    expect(await secondsLeft()).toBeGreaterThan(840);
    expect(await secondsLeft()).toBeLessThan(901);
    await auth.call('POST', '/auth/login/enrol', { body: { ticket } });
    const { expiresAt } = await auth.prisma.secondFactorEnrolment.findFirstOrThrow();
    expect(expiresAt.getTime() - Date.now()).toBeLessThan(901_000);
  });

  it('a request for a password link stays open for seven days', async () => {
    await auth.call('POST', '/auth/forgot-password', { body: { email: ana.email } });
    const { expiresAt } = await auth.prisma.passwordLinkRequest.findFirstOrThrow({
      orderBy: { expiresAt: 'desc' },
    });
    const days = (expiresAt.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.01);
  });
});

describe('two administrators who step down at once', () => {
  it('the second of two administrators who step down at the same moment is refused', async () => {
    await sql(`UPDATE users SET role = 'admin' WHERE id = '${ana.id}'`);
    const giveUp = async (tx: Tx, id: string) =>
      setRole(
        tx,
        () => Promise.resolve({} as never),
        await tx.user.findUniqueOrThrow({ where: { id }, select: userColumns }),
        {
          role: 'user',
        },
      );
    const second = whileLocked(
      (tx) => giveUp(tx, ana.id),
      () => auth.prisma.$transaction((tx) => giveUp(tx, people.dora.id), { timeout: 60_000 }),
    );
    await expect(second).rejects.toThrow('is the only administrator');
    expect(await auth.prisma.user.count({ where: { role: 'admin' } })).toBe(1);
  });
});

describe('concurrent wrong passwords', () => {
  it('a wrong password that waited for a lock is refused but not counted once the account is blocked', async () => {
    await auth.logIn({ ...ana, password: 'wrong' });
    const counted = () => auth.prisma.attemptCounter.findFirstOrThrow({ where: { attempts: { gt: 0 } } });
    const { attempts, key } = await counted();
    const response = await whileLocked(
      (tx) =>
        tx.attemptCounter.update({ where: { key }, data: { blockedUntil: new Date(Date.now() + 60_000) } }),
      () => auth.logIn({ ...ana, password: 'wrong' }),
    );
    expect([response.status, (await counted()).attempts]).toEqual([429, attempts]);
  });

  it("a signed-in user's wrong password that waited for a lock is refused but not counted once the user is blocked", async () => {
    const as = await auth.signIn(ana);
    const guess = () => auth.call('POST', '/auth/proof', { as, body: { password: 'wrong' } });
    expect((await guess()).status).toBe(400);
    const counted = () => auth.prisma.attemptCounter.findFirstOrThrow({ where: { attempts: { gt: 0 } } });
    const { attempts, key } = await counted();
    const response = await whileLocked(
      (tx) =>
        tx.attemptCounter.update({ where: { key }, data: { blockedUntil: new Date(Date.now() + 60_000) } }),
      guess,
    );
    expect([response.status, (await counted()).attempts]).toEqual([429, attempts]);
  });

  it('a correct password is refused and resets no count if the user was blocked while the password was being hashed', async () => {
    const as = await auth.signIn(ana);
    const prove = (password: string) => auth.call('POST', '/auth/proof', { as, body: { password } });
    const wrong = Array.from({ length: 5 }, (_, n) => `guess ${n}`);
    const hasher = auth.app.get(PasswordHasher);
    const matches = jest.spyOn(hasher, 'matches').mockImplementationOnce(async (...compared) => {
      for (const password of wrong) expect((await prove(password)).status).toBe(400);
      return PasswordHasher.prototype.matches.apply(hasher, compared);
    });
    const response = await prove(ana.password);
    matches.mockRestore();
    const { attempts } = await auth.prisma.attemptCounter.findFirstOrThrow({
      where: { attempts: { gt: 0 } },
    });
    expect([response.status, attempts]).toEqual([429, 5]);
  });
});

describe('the conditions of the cleanup', () => {
  const count = () =>
    Promise.all([
      auth.prisma.session.count(),
      auth.prisma.passwordLink.count(),
      auth.prisma.secondFactorEnrolment.count(),
    ]);

  it('the cleanup keeps sessions and links for a week after they expire, and set-ups until they expire', async () => {
    const as = await auth.signIn(ana);
    await auth.newLink(ana.id);
    await auth.call('POST', '/auth/second-factor/enrol', { as, body: { password: ana.password } });
    for (const table of ['sessions', 'password_links'])
      await sql(`UPDATE ${table} SET expires_at = now() - interval '6 days'`);
    await auth.app.get(Sweep).execute();
    expect(await count()).toEqual([1, 1, 1]);
    for (const table of ['sessions', 'password_links'])
      await sql(`UPDATE ${table} SET expires_at = now() - interval '8 days'`);
    await sql(`UPDATE second_factor_enrolments SET expires_at = now() - interval '1 second'`);
    await auth.app.get(Sweep).execute();
    expect(await count()).toEqual([0, 0, 0]);
  });

  it('a count of failures in a row is kept for as many days as there are failures', async () => {
    await sql(`INSERT INTO attempt_counters (key, in_a_row, touched_at)
      VALUES ('ten', 10, now() - interval '9 days'), ('eight', 8, now() - interval '9 days')`);
    await auth.app.get(Sweep).execute();
    expect(await auth.prisma.attemptCounter.findMany()).toMatchObject([{ key: 'ten' }]);
  });

  it("the cleanup keeps an account's last device even if other accounts have newer ones", async () => {
    for (const [id, days] of [
      [ana.id, 300],
      [ben.id, 1],
    ] as const)
      await sql(`INSERT INTO known_devices (user_id, fingerprint, last_seen_at)
        VALUES ('${id}', '\\x01', now() - interval '${String(days)} days')`);
    await auth.app.get(Sweep).execute();
    expect(await auth.prisma.knownDevice.count()).toBe(2);
  });
});
