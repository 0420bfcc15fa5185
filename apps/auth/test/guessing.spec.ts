import { jest } from '@jest/globals';
import { people, type Person } from '@caredrop/testing';
import { AttemptCounters } from '../src/back-off/attempt-counters.js';
import { PasswordHasher } from '../src/hashing/password-hasher.js';
import { Sweep } from '../src/jobs/sweep.js';
import { AuthApp } from './support/auth-app.js';
import { enrol } from './support/second-factor.js';

const { ana, ben } = people;
const unknown: Person = { ...ana, email: 'nobody@clinic.example' };
const office = '198.51.100.7';
const elsewhere = '203.0.113.66';
let auth: AuthApp;

beforeAll(async () => {
  // Without delays: these tests are about what is counted when an attacker has unlimited time.
  auth = await AuthApp.start({ LOGIN_FREE_FAILURES: '10000', LOGIN_MAX_FAILURES: '12' });
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.prisma.$executeRaw`TRUNCATE users, outbox, attempt_counters, password_link_requests CASCADE`;
  await auth.add(ana, ben);
});

const wrong = (person: Person): Person => ({ ...person, password: 'wrong-password' });
const types = async () => (await auth.events()).map(({ type }) => type);
const count = async (type: string) => (await types()).filter((one) => one === type).length;

/** Everything an outsider can see of a response, except its timing. */
async function seen(person: Person, address = elsewhere) {
  const { status, body, headers } = await auth.logIn(person, address);
  const { requestId: _, ...shown } = body as Record<string, unknown>;
  return { status, body: shown, wait: headers['retry-after'] !== undefined };
}

async function fail(person: Person, times: number, address = elsewhere): Promise<void> {
  for (let i = 0; i < times; i += 1) await auth.logIn(wrong(person), address);
}

/** Simulates this many days without an attempt. */
const daysPass = (days: number) => auth.prisma.$executeRaw`
  UPDATE attempt_counters SET last_at = last_at - ${days}::int * interval '1 day',
         blocked_until = blocked_until - ${days}::int * interval '1 day',
         touched_at = touched_at - ${days}::int * interval '1 day'`;

/** Mints the link of Ana's email as the notification service does, for the event that requested it. */
async function mintRequested() {
  const event = (await auth.events()).find(({ type }) => type === 'password_reset.requested');
  const body = { userId: ana.id, purpose: 'reset', requestId: event?.envelope.id };
  const minted = await auth.call('POST', '/internal/password-links/mint', { from: 'notification', body });
  return minted.body.data as { outcome: string; email: string; url: string };
}

describe('too many failed sign-ins in a row', () => {
  const needed = { status: 401, body: { code: 'password_link_needed' } };

  it('the correct password alone no longer signs in from an unfamiliar address', async () => {
    await fail(ana, 12);
    expect(await auth.logIn(ana, elsewhere)).toMatchObject(needed);
    expect((await auth.logIn(ana, elsewhere)).body.message).toBe(
      'Too many failed sign-ins. Use "Forgot your password?" to get a link by email and set a new password.',
    );
  });

  it('a correct guess that is checked while others use up the limit does not sign in', async () => {
    const hasher = auth.app.get(PasswordHasher);
    const matches = jest.spyOn(hasher, 'matches').mockImplementationOnce(async (...compared) => {
      await fail(ana, 12);
      return PasswordHasher.prototype.matches.apply(hasher, compared);
    });
    expect(await auth.logIn(ana, elsewhere)).toMatchObject(needed);
    matches.mockRestore();
  });

  it('the owner is sent one link by email and can sign in after using it', async () => {
    await fail(ana, 20);
    expect(await count('password_reset.requested')).toBe(1);
    const token = new URL((await mintRequested()).url).searchParams.get('token');
    await auth.call('POST', '/auth/reset-password', { body: { token, password: 'seven-grey-herons' } });
    const back = await auth.logIn({ ...ana, password: 'seven-grey-herons' }, elsewhere);
    expect(back.status).toBe(200);
  });

  it('auth requests the email with an event that states the reason, and creates a link for that event', async () => {
    await fail(ana, 12);
    const event = (await auth.events()).find(({ type }) => type === 'password_reset.requested');
    expect(event?.envelope.data).toEqual({ userId: ana.id, tooManyFailures: true });
    expect(await mintRequested()).toMatchObject({ outcome: 'minted', email: ana.email });
  });

  it('the owner can still sign in from an address used before', async () => {
    await auth.logIn(ana, office);
    await fail(ana, 20);
    expect((await auth.logIn(ana, office)).status).toBe(200);
    expect(await auth.logIn(ana, elsewhere)).toMatchObject(needed);
  });

  it('open sessions stay alive and can still confirm the password', async () => {
    const as = await auth.signIn(ana);
    await fail(ana, 20);
    expect(await auth.isAlive(as.sessionId)).toBe(true);
    await expect(enrol(auth, ana, as)).resolves.toBeDefined();
  });

  it('ten days without an attempt give an attacker no new guesses', async () => {
    await fail(ana, 12);
    await daysPass(10);
    await auth.app.get(Sweep).execute();
    expect(await auth.logIn(ana, elsewhere)).toMatchObject(needed);
  });

  it('guesses from the owner’s address are limited as well', async () => {
    await auth.logIn(ana, office);
    await fail(ana, 24, office);
    expect(await auth.logIn(ana, office)).toMatchObject(needed);
    const token = await auth.newLink(ana.id);
    await auth.call('POST', '/auth/reset-password', { body: { token, password: 'seven-grey-herons' } });
    expect((await auth.logIn({ ...ana, password: 'seven-grey-herons' }, office)).status).toBe(200);
  });

  it('only as many of 40 concurrent guesses as the limit allows are reported as wrong', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => auth.logIn(wrong(ana), elsewhere)));
    const codes = responses.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(12);
    expect(codes.filter((code) => code === 'password_link_needed')).toHaveLength(28);
    expect(await count('password_reset.requested')).toBe(1);
  });

  it('a sign-in from the owner’s address gives an attacker elsewhere no new guesses', async () => {
    await auth.logIn(ana, office);
    await fail(ana, 11);
    await auth.logIn(ana, office);
    await fail(ana, 1);
    expect(await auth.logIn(ana, elsewhere)).toMatchObject(needed);
  });
});

describe('an email without an account', () => {
  it('sign-ins for an unknown email get the same responses as for a known one', async () => {
    for (let i = 0; i < 14; i += 1) expect(await seen(wrong(unknown))).toEqual(await seen(wrong(ana)));
    expect((await seen(unknown)).body.code).toBe('password_link_needed');
  });

  it('sign-ins for an unknown email get the same 429 from a blocked address', async () => {
    const strict = await AuthApp.start({ LOGIN_FIRST_WAIT_SECONDS: '60', LOGIN_MAX_WAIT_SECONDS: '600' });
    try {
      await strict.add(ana);
      for (let i = 0; i < 50; i += 1)
        await strict.logIn({ ...ana, email: `nobody-${String(i)}@clinic.example` }, elsewhere);
      const responses = await Promise.all(
        [ana, wrong(ana), unknown].map((person) => strict.logIn(person, elsewhere)),
      );
      expect(responses.map(({ status }) => status)).toEqual([429, 429, 429]);
      expect(new Set(responses.map(({ body }) => `${body.code} ${body.message}`)).size).toBe(1);
    } finally {
      await strict.stop();
    }
  });

  it('failures for an unknown email are counted like those for a known one but cause no event', async () => {
    await fail(unknown, 12);
    await fail(ana, 12, office);
    const counters = auth.app.get(AttemptCounters);
    const rows = await Promise.all(
      [unknown, ana].map(({ email }) =>
        auth.prisma.attemptCounter.findUniqueOrThrow({ where: { key: counters.keyOf('account', email) } }),
      ),
    );
    expect(rows.map(({ inARow }) => inARow)).toEqual([12, 12]);
    const subjects = (await auth.events()).map(({ envelope }) => envelope.aggregateId);
    expect(new Set(subjects)).toEqual(new Set([ana.id]));
  });

  it('the cleanup deletes the counter of an unknown email two days after a single failure', async () => {
    await fail(unknown, 1);
    await daysPass(2);
    await auth.app.get(Sweep).execute();
    expect(await auth.prisma.attemptCounter.count()).toBe(0);
  });
});

describe('the warning about repeated failures', () => {
  it('the owner is warned after ten failures in a row, at most once a day', async () => {
    await fail(ana, 9);
    expect(await count('sign_in.failed_repeatedly')).toBe(0);
    await fail(ana, 1);
    expect(await count('sign_in.failed_repeatedly')).toBe(1);
    await fail(ana, 2);
    expect(await count('sign_in.failed_repeatedly')).toBe(1);
    const token = await auth.newLink(ana.id);
    await auth.call('POST', '/auth/reset-password', { body: { token, password: 'seven-grey-herons' } });
    await fail(ana, 11);
    expect(await count('sign_in.failed_repeatedly')).toBe(1);
    await daysPass(1);
    await fail(ana, 1);
    expect(await count('sign_in.failed_repeatedly')).toBe(2);
  });

  it('the owner is not warned about failures with successes between them', async () => {
    for (let i = 0; i < 4; i += 1) {
      await fail(ana, 5);
      await auth.logIn(ana, elsewhere);
    }
    expect(await types()).not.toContain('sign_in.failed_repeatedly');
  });
});
