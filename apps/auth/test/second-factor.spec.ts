import { randomBytes, randomUUID } from 'node:crypto';
import { people } from '@caredrop/testing';
import { AuthApp, dora, principalOf } from './support/auth-app.js';
import { Authenticator } from './support/authenticator.js';
import {
  enrol,
  forgetAttempts,
  forgetUsedSteps,
  sendCode,
  sessionOf,
  ticketOf,
} from './support/second-factor.js';

const { ana, ben } = people;
let auth: AuthApp;

/** One key under two ids: secrets sealed as f0 count as sealed with a key that is being rotated out. */
const key = randomBytes(32).toString('base64');
const ring = JSON.stringify({ current: 'f1', keys: { f0: key, f1: key } });

beforeAll(async () => {
  auth = await AuthApp.start({ SECOND_FACTOR_KEYS: ring });
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.prisma.user.deleteMany();
  await auth.prisma.attemptCounter.deleteMany();
  await auth.prisma.$executeRaw`DELETE FROM outbox`;
  await auth.add(ana, ben, people.dora);
});

const status = async (as = principalOf(ana)) =>
  (await auth.call('GET', '/auth/second-factor', { as })).body.data?.secondFactor;
const changes = async () =>
  (await auth.events())
    .filter(({ type }) => type === 'second_factor.changed')
    .map(({ envelope }) => (envelope.data as { change: string }).change);

interface AuditData {
  action: string;
  outcome: string;
  reason: string | null;
  actor: { id: string } | null;
  subject: { id: string } | null;
}

/**
 * The audit entries of failed actions on an account: action, reason, and the ids of actor and account. Excludes the
 * aggregated entries, which are written a minute after the first failure and have no single account.
 */
const failures = async () =>
  (
    await auth.prisma.$queryRaw<{ data: AuditData }[]>`
      SELECT envelope->'data' AS data FROM outbox
       WHERE type = 'audit.recorded' AND envelope->'data'->>'outcome' <> 'success'
         AND envelope->'data'->>'subject' IS NOT NULL ORDER BY created_at`
  ).map(({ data }) => [data.action, data.reason, data.actor?.id, data.subject?.id]);

describe('setting up a second factor', () => {
  it('setting up a second factor takes the password and an app code and returns ten recovery codes', async () => {
    const as = await auth.signIn(ana);
    expect(await status(as)).toEqual({
      enabled: false,
      required: false,
      enabledAt: null,
      recoveryCodesLeft: 0,
    });
    const { recoveryCodes } = await enrol(auth, ana, as);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/);
    expect(await status(as)).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    expect(await changes()).toEqual(['on']);
  });

  it('setting up a second factor keeps the current session and ends the user’s other sessions', async () => {
    const [as, other] = [await auth.signIn(ana), await auth.signIn(ana)];
    const bens = await auth.signIn(ben);
    await enrol(auth, ana, as);
    expect(await auth.isAlive(as.sessionId)).toBe(true);
    expect(await auth.isAlive(other.sessionId)).toBe(false);
    expect(await auth.isAlive(bens.sessionId)).toBe(true);
  });

  it('a wrong password in the set-up is refused with 400 and limited to five attempts', async () => {
    const as = await auth.signIn(ana);
    const call = () => auth.call('POST', '/auth/second-factor/enrol', { as, body: { password: 'no' } });
    const responses = [];
    for (let i = 0; i < 6; i += 1) responses.push((await call()).status);
    expect(responses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it.each([undefined, null, '', 7])(
    'setting up a second factor without a password is refused: %p',
    async (password) => {
      const as = principalOf(ana);
      const response = await auth.call('POST', '/auth/second-factor/enrol', { as, body: { password } });
      expect(response).toMatchObject({ status: 400, body: { message: 'Password is required' } });
    },
  );

  it('before the first code is confirmed, the password alone still signs in', async () => {
    const as = await auth.signIn(ana);
    await auth.call('POST', '/auth/second-factor/enrol', { as, body: { password: ana.password } });
    expect((await auth.logIn(ana)).status).toBe(200);
    expect(await status(as)).toMatchObject({ enabled: false });
  });

  it('an invalid first code and a code without a pending set-up are refused', async () => {
    const as = await auth.signIn(ana);
    const confirm = (code: string) =>
      auth.call('POST', '/auth/second-factor/confirm', { as, body: { code } });
    expect(await confirm('123456')).toMatchObject({ status: 409, body: { code: 'enrolment_over' } });
    await auth.call('POST', '/auth/second-factor/enrol', { as, body: { password: ana.password } });
    expect(await confirm('not a code')).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
    await auth.prisma.$executeRaw`UPDATE second_factor_enrolments SET expires_at = now()`;
    expect((await confirm('123456')).status).toBe(409);
  });

  it('replacing the app requires a valid code, and the old app works until the new one is confirmed', async () => {
    const as = await auth.signIn(ana);
    const first = await enrol(auth, ana, as);
    const again = (code?: string) =>
      auth.call('POST', '/auth/second-factor/enrol', { as, body: { password: ana.password, code } });
    expect((await again()).status).toBe(400);
    expect((await again(first.app.wrongCode())).status).toBe(400);
    expect((await again(first.app.code())).status).toBe(200);
    await forgetUsedSteps(auth, ana);
    expect((await sendCode(auth, await ticketOf(auth, ana), first.app.code())).status).toBe(200);
  });

  it('the secret is stored encrypted and the recovery codes are stored hashed', async () => {
    const as = await auth.signIn(ana);
    const body = { password: ana.password };
    const begun = await auth.call('POST', '/auth/second-factor/enrol', { as, body });
    const { secret } = begun.body.data?.enrolment as { secret: string };
    const rows = await auth.prisma.$queryRaw<
      object[]
    >`SELECT *, encode(sealed_secret, 'hex') FROM second_factor_enrolments`;
    expect(JSON.stringify(rows)).not.toContain(secret);
    const { recoveryCodes } = await enrol(auth, ana, as);
    const hashes = await auth.prisma.recoveryCode.findMany();
    expect(hashes).toHaveLength(10);
    for (const { codeHash } of hashes) expect(codeHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(hashes)).not.toContain(recoveryCodes[0]?.replace('-', ''));
  });

  it('an encrypted secret is bound to its account and does not work in another row', async () => {
    const as = await auth.signIn(ana);
    const anas = await enrol(auth, ana, as);
    await enrol(auth, ben, await auth.signIn(ben));
    await auth.prisma.$executeRaw`
      UPDATE second_factors b SET sealed_secret = a.sealed_secret FROM second_factors a
       WHERE a.user_id = ${ana.id}::uuid AND b.user_id = ${ben.id}::uuid`;
    expect((await sendCode(auth, await ticketOf(auth, ben), anas.app.code())).status).toBe(500);
  });
});

describe('signing in with a second factor', () => {
  it('the password returns a ticket only, and the code then returns the session', async () => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    const first = await auth.logIn(ana);
    expect(first).toMatchObject({
      status: 401,
      body: { code: 'second_factor_needed', message: 'Enter the code from your authenticator app' },
    });
    expect(Object.keys(first.body.data ?? {}).sort()).toEqual(['expiresAt', 'ticket']);
    const second = await sendCode(auth, first.body.data?.ticket as string, app.code());
    expect(second).toMatchObject({ status: 200, body: { data: { user: { id: ana.id } } } });
    expect(await auth.isAlive(sessionOf(second.body.data?.token))).toBe(true);
  });

  it('a wrong password does not reveal that the account has a second factor', async () => {
    await enrol(auth, ana, await auth.signIn(ana));
    const wrong = await auth.logIn({ ...ana, password: 'wrong password' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect(wrong.body.data).toBeUndefined();
  });

  it('an app code works once, and earlier codes are refused afterwards', async () => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    const code = app.code();
    const earlier = app.code(-1);
    expect((await sendCode(auth, await ticketOf(auth, ana), code)).status).toBe(200);
    expect((await sendCode(auth, await ticketOf(auth, ana), code)).status).toBe(401);
    expect((await sendCode(auth, await ticketOf(auth, ana), earlier)).status).toBe(401);
    expect((await sendCode(auth, await ticketOf(auth, ana), app.code(1))).status).toBe(200);
  });

  it('only one of several simultaneous sign-ins with the same code succeeds', async () => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    const tickets = [await ticketOf(auth, ana), await ticketOf(auth, ana), await ticketOf(auth, ana)];
    const code = app.code();
    const responses = await Promise.all(tickets.map((ticket) => sendCode(auth, ticket, code)));
    expect(responses.map((response) => response.status).sort()).toEqual([200, 401, 401]);
  });

  it('the code that confirmed the set-up cannot sign in', async () => {
    const as = await auth.signIn(ana);
    const body = { password: ana.password };
    const begun = await auth.call('POST', '/auth/second-factor/enrol', { as, body });
    const app = new Authenticator((begun.body.data?.enrolment as { secret: string }).secret);
    const code = app.code();
    await auth.call('POST', '/auth/second-factor/confirm', { as, body: { code } });
    expect((await sendCode(auth, await ticketOf(auth, ana), code)).status).toBe(401);
  });

  it('a sign-in ticket can be used only once', async () => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    const ticket = await ticketOf(auth, ana);
    expect((await sendCode(auth, ticket, app.code())).status).toBe(200);
    await forgetUsedSteps(auth, ana);
    expect(await sendCode(auth, ticket, app.code())).toMatchObject({
      status: 401,
      body: { code: 'sign_in_over' },
    });
  });

  it.each([
    ['an invented ticket', () => Promise.resolve('x'.repeat(43))],
    [
      'a ticket that is too old',
      async () => {
        const ticket = await ticketOf(auth, ana);
        await auth.prisma.$executeRaw`UPDATE sign_in_tickets SET expires_at = now()`;
        return ticket;
      },
    ],
    [
      'a ticket for an account that has since been disabled',
      async () => {
        const ticket = await ticketOf(auth, ana);
        await auth.call('POST', `/admin/users/${ana.id}/disable`, { as: dora, body: {} });
        return ticket;
      },
    ],
    [
      'a ticket issued before a password reset',
      async () => {
        const ticket = await ticketOf(auth, ana);
        const token = await auth.newLink(ana.id);
        await auth.call('POST', '/auth/reset-password', { body: { token, password: 'another-one-1' } });
        return ticket;
      },
    ],
  ])('%s is refused even with the right code', async (_name, makeTicket) => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    const response = await sendCode(auth, await makeTicket(), app.code());
    expect(response).toMatchObject({ status: 401, body: { code: 'sign_in_over' } });
  });

  it('five wrong codes void the sign-in ticket', async () => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    const ticket = await ticketOf(auth, ana);
    for (let i = 0; i < 5; i += 1)
      expect(await sendCode(auth, ticket, app.wrongCode())).toMatchObject({
        status: 401,
        body: { code: 'invalid_code' },
      });
    await forgetAttempts(auth);
    expect((await sendCode(auth, ticket, app.code())).body).toMatchObject({
      code: 'sign_in_over',
      message: 'This sign-in has ended. Please enter your password again.',
    });
  });

  it('confirming a set-up again after a lost response fails with a message that it may have succeeded', async () => {
    const as = await auth.signIn(ana);
    await enrol(auth, ana, as);
    const again = await auth.call('POST', '/auth/second-factor/confirm', { as, body: { code: '123456' } });
    expect(again.body).toMatchObject({
      code: 'enrolment_over',
      message: 'This set-up has ended. Check whether it succeeded before you start again.',
    });
  });

  it('five wrong codes on different tickets block the account for a while', async () => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    for (let i = 0; i < 5; i += 1) await sendCode(auth, await ticketOf(auth, ana), app.wrongCode());
    const response = await sendCode(auth, await ticketOf(auth, ana), app.code());
    expect(response.status).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('a password without the code does not make an address familiar', async () => {
    await enrol(auth, ana, await auth.signIn(ana));
    await auth.prisma.attemptCounter.deleteMany();
    await auth.logIn(ana, '203.0.113.7');
    expect(await auth.prisma.attemptCounter.count({ where: { succeededAt: { not: null } } })).toBe(0);
  });

  it('extra fields in the request are ignored', async () => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    const ticket = await ticketOf(auth, ana);
    const body = { ticket, code: app.code(), userId: ben.id, role: 'admin' };
    const response = await auth.call('POST', '/auth/login/code', { body });
    expect(response).toMatchObject({ status: 200, body: { data: { user: { id: ana.id, role: 'user' } } } });
  });

  it('a code is still required after a password reset', async () => {
    await enrol(auth, ana, await auth.signIn(ana));
    const token = await auth.newLink(ana.id);
    await auth.call('POST', '/auth/reset-password', { body: { token, password: 'another-one-1' } });
    const response = await auth.logIn({ ...ana, password: 'another-one-1' });
    expect(response.body.code).toBe('second_factor_needed');
  });

  it('a secret encrypted with an old key is encrypted again with the current key at sign-in', async () => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    const before = await auth.prisma.secondFactor.findUniqueOrThrow({ where: { userId: ana.id } });
    await auth.prisma.secondFactor.update({ where: { userId: ana.id }, data: { keyId: 'f0' } });
    await sendCode(auth, await ticketOf(auth, ana), app.code());
    const after = await auth.prisma.secondFactor.findUniqueOrThrow({ where: { userId: ana.id } });
    expect(after.keyId).toBe(before.keyId);
    expect(after.sealedSecret).not.toEqual(before.sealedSecret);
  });
});

describe('recovery codes', () => {
  it('a recovery code is accepted once in place of an app code, its use is reported, and one code fewer is left', async () => {
    const as = await auth.signIn(ana);
    const { recoveryCodes } = await enrol(auth, ana, as);
    const [code = ''] = recoveryCodes;
    expect((await sendCode(auth, await ticketOf(auth, ana), code)).status).toBe(200);
    expect(await status(as)).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await changes()).toEqual(['on', 'recovery_used']);
    expect((await sendCode(auth, await ticketOf(auth, ana), code)).status).toBe(401);
  });

  it('a recovery code is accepted with capitals, spaces and look-alike letters', async () => {
    const { recoveryCodes } = await enrol(auth, ana, await auth.signIn(ana));
    const typed = ` ${(recoveryCodes[1] ?? '').toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l').replace('-', ' ')} `;
    expect((await sendCode(auth, await ticketOf(auth, ana), typed)).status).toBe(200);
  });

  it('only one of two concurrent sign-ins with the same recovery code succeeds', async () => {
    const { recoveryCodes } = await enrol(auth, ana, await auth.signIn(ana));
    const tickets = [await ticketOf(auth, ana), await ticketOf(auth, ana)];
    const responses = await Promise.all(
      tickets.map((ticket) => sendCode(auth, ticket, recoveryCodes[2] ?? '')),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, 401]);
  });

  it("another user's recovery code is refused", async () => {
    await enrol(auth, ana, await auth.signIn(ana));
    const bens = await enrol(auth, ben, await auth.signIn(ben));
    expect((await sendCode(auth, await ticketOf(auth, ana), bens.recoveryCodes[0] ?? '')).status).toBe(401);
  });

  it.each([
    ['replaces the app', '/auth/second-factor/enrol', ['on', 'recovery_used']],
    ['renews the recovery codes', '/auth/second-factor/recovery-codes', ['on', 'recovery_used']],
    ['turns the second factor off', '/auth/second-factor/disable', ['on', 'recovery_used', 'off']],
  ])('the use of a recovery code is reported when its owner %s', async (_what, path, expected) => {
    const as = await auth.signIn(ana);
    const { recoveryCodes } = await enrol(auth, ana, as);
    const body = { password: ana.password, code: recoveryCodes[0] };
    expect((await auth.call('POST', path, { as, body })).status).toBeLessThan(300);
    expect(await changes()).toEqual(expected);
  });

  it('new recovery codes need the password and a code, and invalidate the old ones', async () => {
    const as = await auth.signIn(ana);
    const { app, recoveryCodes } = await enrol(auth, ana, as);
    const renew = (body: object) => auth.call('POST', '/auth/second-factor/recovery-codes', { as, body });
    expect((await renew({ password: 'wrong', code: app.code() })).status).toBe(400);
    expect((await renew({ password: ana.password, code: app.wrongCode() })).status).toBe(400);
    const renewed = await renew({ password: ana.password, code: app.code() });
    const fresh = renewed.body.data?.recoveryCodes as string[];
    expect(fresh).toHaveLength(10);
    expect((await sendCode(auth, await ticketOf(auth, ana), recoveryCodes[0] ?? '')).status).toBe(401);
    expect((await sendCode(auth, await ticketOf(auth, ana), fresh[0] ?? '')).status).toBe(200);
  });
});

describe('turning off a second factor', () => {
  const disable = (as: Parameters<typeof status>[0], body: object) =>
    auth.call('POST', '/auth/second-factor/disable', { as: as ?? null, body });

  it('turning a second factor off needs the password and a code, and then the password alone signs in', async () => {
    const as = await auth.signIn(ana);
    const { app, recoveryCodes } = await enrol(auth, ana, as);
    expect((await disable(as, { password: ana.password, code: app.wrongCode() })).status).toBe(400);
    expect((await disable(as, { password: 'wrong', code: app.code() })).status).toBe(400);
    expect((await disable(as, { password: ana.password, code: app.code() })).status).toBe(200);
    expect((await auth.logIn(ana)).status).toBe(200);
    expect(await changes()).toEqual(['on', 'off']);
    expect(await auth.prisma.recoveryCode.count()).toBe(0);
    expect(recoveryCodes).toHaveLength(10);
  });

  it('turning a second factor off is refused with 409 if it is required or not set up', async () => {
    const as = await auth.signIn(ana);
    expect((await disable(as, { password: ana.password, code: '123456' })).status).toBe(409);
    const { app } = await enrol(auth, ana, as);
    await auth.prisma.user.update({ where: { id: ana.id }, data: { secondFactorRequired: true } });
    const response = await disable(as, { password: ana.password, code: app.code() });
    expect(response).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('requires') as string },
    });
  });

  it.each([
    'GET /auth/second-factor',
    'POST /auth/second-factor/enrol',
    'POST /auth/second-factor/confirm',
    'POST /auth/second-factor/recovery-codes',
    'POST /auth/second-factor/disable',
  ])('%s is refused without a session', async (call) => {
    const [method, url = ''] = call.split(' ') as ['GET' | 'POST', string];
    const body = { password: ana.password, code: '123456' };
    const response = await auth.call(method, url, method === 'GET' ? {} : { body });
    expect(response.status).toBe(401);
  });
});

describe('second factors managed by an administrator', () => {
  const requireOf = (id: string, body: unknown, as = dora) =>
    auth.call('POST', `/admin/users/${id}/second-factor/require`, { as, body });
  const reset = (id: string, as = dora) =>
    auth.call('POST', `/admin/users/${id}/second-factor/reset`, { as });

  it('requiring a second factor ends sessions without one and starts its set-up at the next sign-in', async () => {
    const as = await auth.signIn(ana);
    expect((await requireOf(ana.id, { required: true })).status).toBe(200);
    expect(await auth.isAlive(as.sessionId)).toBe(false);
    const first = await auth.logIn(ana);
    expect(first).toMatchObject({ status: 401, body: { code: 'second_factor_setup_needed' } });
    const ticket = first.body.data?.ticket as string;
    const begun = await auth.call('POST', '/auth/login/enrol', { body: { ticket } });
    const app = new Authenticator((begun.body.data?.enrolment as { secret: string }).secret);
    const confirm = (code: string) => auth.call('POST', '/auth/login/confirm', { body: { ticket, code } });
    expect((await confirm(app.wrongCode())).body.code).toBe('invalid_code');
    const done = await confirm(app.code());
    expect(done).toMatchObject({ status: 200, body: { data: { user: { id: ana.id } } } });
    expect(done.body.data?.recoveryCodes).toHaveLength(10);
    expect(await auth.isAlive(sessionOf(done.body.data?.token))).toBe(true);
    expect((await confirm(app.code(1))).body.code).toBe('sign_in_over');
  });

  it('a set-up ticket cannot be used to send a code, nor a code ticket to set up a factor', async () => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    await requireOf(ben.id, { required: true });
    const [anas, bens] = [await ticketOf(auth, ana), await ticketOf(auth, ben)];
    expect((await sendCode(auth, bens, app.code())).body.code).toBe('sign_in_over');
    const begun = await auth.call('POST', '/auth/login/enrol', { body: { ticket: anas } });
    expect(begun.body.code).toBe('sign_in_over');
  });

  it('requiring a second factor keeps a session in which one was set up', async () => {
    const as = await auth.signIn(ana);
    await enrol(auth, ana, as);
    await requireOf(ana.id, { required: true });
    expect(await auth.isAlive(as.sessionId)).toBe(true);
    expect(await status(as)).toMatchObject({ required: true });
    await requireOf(ana.id, { required: false });
    expect(await status(as)).toMatchObject({ required: false });
  });

  it('resetting a second factor ends the sessions, publishes an event and lets the password sign in', async () => {
    const as = await auth.signIn(ana);
    const { app } = await enrol(auth, ana, as);
    const ticket = await ticketOf(auth, ana);
    expect((await reset(ana.id)).status).toBe(200);
    expect(await auth.isAlive(as.sessionId)).toBe(false);
    expect(await changes()).toEqual(['on', 'reset']);
    expect((await sendCode(auth, ticket, app.code())).body.code).toBe('sign_in_over');
    expect((await auth.logIn(ana)).status).toBe(200);
    expect((await reset(ana.id)).status).toBe(409);
  });

  it('the list of users shows who has a second factor and who must have one', async () => {
    await enrol(auth, ana, await auth.signIn(ana));
    await requireOf(ben.id, { required: true });
    const { body } = await auth.call('GET', '/admin/users', { as: dora });
    const rows = body.data?.users as { id: string; secondFactor: object }[];
    const of = (id: string) => rows.find((row) => row.id === id)?.secondFactor;
    expect(of(ana.id)).toEqual({ enabled: true, required: false, requiredByClinic: false });
    expect(of(ben.id)).toEqual({ enabled: false, required: true, requiredByClinic: false });
  });

  it.each(['require', 'reset'])(
    'an administrator cannot %s the second factor of an administrator (403) or unknown user (404)',
    async (verb) => {
      const call = (id: string) =>
        auth.call('POST', `/admin/users/${id}/second-factor/${verb}`, { as: dora, body: { required: true } });
      expect((await call(people.dora.id)).status).toBe(403);
      expect((await call(randomUUID())).status).toBe(404);
      expect((await call('nonsense')).status).toBe(404);
    },
  );

  it.each([{}, { required: 'yes' }, { required: null }])(
    'requiring a second factor needs true or false: %p',
    async (body) => {
      expect((await requireOf(ana.id, body)).status).toBe(400);
    },
  );
});

describe('failed attempts on a second factor', () => {
  it.each([
    ['set-up', '/auth/second-factor/enrol', 'second_factor.turn_on'],
    ['renewal of recovery codes', '/auth/second-factor/recovery-codes', 'second_factor.renew_recovery_codes'],
    ['deactivation', '/auth/second-factor/disable', 'second_factor.turn_off'],
  ])('a wrong password and a wrong code in the %s are audited with the user', async (_what, path, action) => {
    const as = await auth.signIn(ana);
    const { app } = await enrol(auth, ana, as);
    for (const password of ['wrong', ana.password])
      await auth.call('POST', path, { as, body: { password, code: app.wrongCode() } });
    expect(await failures()).toEqual([
      [action, 'password_wrong', ana.id, ana.id],
      [action, 'invalid_code', ana.id, ana.id],
    ]);
  });

  it('a wrong first code of a new app is audited with the user', async () => {
    const as = await auth.signIn(ana);
    await auth.call('POST', '/auth/second-factor/enrol', { as, body: { password: ana.password } });
    await auth.call('POST', '/auth/second-factor/confirm', { as, body: { code: 'not a code' } });
    expect(await failures()).toEqual([['second_factor.turn_on', 'invalid_code', ana.id, ana.id]]);
  });

  it('wrong codes at sign-in are audited with the account, even after they have voided the ticket', async () => {
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    const ticket = await ticketOf(auth, ana);
    // An address from which no other test has used up the quota of individual entries.
    const send = (code: string) =>
      auth.call('POST', '/auth/login/code', { body: { ticket, code }, address: '203.0.113.77' });
    for (let i = 0; i < 5; i += 1) await send(app.wrongCode());
    await send(app.code());
    const verified = (await failures()).filter(([action]) => action === 'second_factor.verify');
    expect(verified.map(([, reason, , account]) => [reason, account])).toEqual([
      ...Array.from({ length: 5 }, () => ['invalid_code', ana.id]),
      ['sign_in_over', ana.id],
    ]);
  });

  it.each(['require', 'reset'])(
    'an administrator’s refused attempt to %s another administrator’s second factor is audited once',
    async (verb) => {
      await auth.prisma.user.update({ where: { id: ben.id }, data: { role: 'admin' } });
      const path = `/admin/users/${ben.id}/second-factor/${verb}`;
      await auth.call('POST', path, { as: dora, body: { required: false } });
      expect(await failures()).toEqual([[`second_factor.${verb}`, 'forbidden', people.dora.id, ben.id]]);
    },
  );
});

describe('the clinic’s setting for second factors', () => {
  it.each([
    ['admins', people.dora, people.ana],
    ['all', people.ana, null],
  ])(
    'the setting %s applies to the users it names and to sessions opened earlier',
    async (setting, asked, spared) => {
      const strict = await AuthApp.start({ REQUIRE_SECOND_FACTOR: setting });
      try {
        await strict.add(ana, people.dora);
        const response = await strict.logIn(asked);
        expect(response.body.code).toBe('second_factor_setup_needed');
        const id = randomUUID();
        const expiresAt = new Date(Date.now() + 60_000);
        await strict.prisma.session.create({ data: { id, userId: asked.id, expiresAt } });
        expect(await strict.isAlive(id)).toBe(false);
        if (spared) expect((await strict.logIn(spared)).status).toBe(200);
      } finally {
        await strict.stop();
      }
    },
  );
});
