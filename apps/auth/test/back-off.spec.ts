import { people, type Person } from '@caredrop/testing';
import { AttemptCounters } from '../src/back-off/attempt-counters.js';
import { AuthApp } from './support/auth-app.js';

const { ana, ben } = people;
const office = '198.51.100.7';
const elsewhere = '203.0.113.66';
let auth: AuthApp;

beforeAll(async () => {
  // The delays are so long that they do not end by themselves, even on a busy machine; the tests move the clock.
  auth = await AuthApp.start({ LOGIN_FIRST_WAIT_SECONDS: '60', LOGIN_MAX_WAIT_SECONDS: '600' });
  await auth.add(ana, ben);
});
afterAll(() => auth.stop());
beforeEach(() => auth.prisma.$executeRaw`TRUNCATE attempt_counters`);

const wrong = (person: Person): Person => ({ ...person, password: 'wrong-password' });

async function fail(person: Person, times: number, address?: string): Promise<void> {
  for (let i = 0; i < times; i += 1) await auth.logIn(wrong(person), address);
}

/** Simulates that this many seconds have passed by the database's clock, so that delays end. */
const passes = (seconds: number) => auth.prisma.$executeRaw`
  UPDATE attempt_counters SET blocked_until = blocked_until - ${seconds}::int * interval '1 second',
         last_at = last_at - ${seconds}::int * interval '1 second'`;

/** Seconds the account was asked to wait at its last failure. */
async function waitOf({ email }: Person): Promise<number> {
  const key = auth.app.get(AttemptCounters).keyOf('account', email);
  const { blockedUntil, lastAt } = await auth.prisma.attemptCounter.findUniqueOrThrow({ where: { key } });
  return ((blockedUntil?.getTime() ?? 0) - (lastAt?.getTime() ?? 0)) / 1000;
}

describe('failed sign-ins', () => {
  it('the first four failures cause no wait, and the fifth blocks the account for up to a minute', async () => {
    await fail(ana, 4);
    expect((await auth.logIn(wrong(ana))).status).toBe(401);
    const { status, body, headers } = await auth.logIn(ana);
    expect(status).toBe(429);
    expect(body).toMatchObject({
      message: 'Too many requests. Please wait a moment and try again.',
      code: 'rate_limited',
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(30);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('the right password works again as soon as the wait is over', async () => {
    await fail(ana, 5);
    await passes(60);
    expect((await auth.logIn(ana)).status).toBe(200);
  });

  it('the wait doubles with each failure up to the maximum', async () => {
    await fail(ana, 5);
    const waits: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      await passes(600);
      await auth.logIn(wrong(ana));
      waits.push(await waitOf(ana));
    }
    expect(waits).toEqual([120, 240, 480, 600, 600, 600]);
  });

  it('attempts during the wait are not counted and do not extend it', async () => {
    await fail(ana, 5);
    await fail(ana, 50);
    expect(await waitOf(ana)).toBe(60);
  });

  it('a successful sign-in resets the failure count', async () => {
    await fail(ana, 4);
    await auth.logIn(ana);
    await fail(ana, 4);
    expect((await auth.logIn(ana)).status).toBe(200);
  });

  it('sign-ins to unknown accounts are slowed down like those to known accounts', async () => {
    const nobody = { ...ana, email: 'nobody@clinic.example' };
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await auth.logIn(nobody)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('failed sign-ins do not block other accounts', async () => {
    await fail(ana, 6);
    expect((await auth.logIn(ben)).status).toBe(200);
  });

  it('all but five of forty concurrent wrong passwords are refused with 429', async () => {
    const guesses = Array.from({ length: 40 }, () => auth.logIn(wrong(ana)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  });

  it('many concurrent sign-ins with the right password all succeed', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => auth.logIn(ana, office)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('sign-in attempts by an attacker', () => {
  it('guesses from elsewhere do not block the owner at an address used before', async () => {
    await auth.logIn(ana, office);
    await fail(ana, 8, elsewhere);
    expect((await auth.logIn(ana, elsewhere)).status).toBe(429);
    expect((await auth.logIn(ana, office)).status).toBe(200);
  });

  it('guesses from the owner’s address are slowed as well', async () => {
    await auth.logIn(ana, office);
    await fail(ana, 5, office);
    expect((await auth.logIn(ana, office)).status).toBe(429);
    expect((await auth.logIn(ben, office)).status).toBe(200);
  });

  it('an address is no longer familiar 30 days after the last sign-in from it', async () => {
    await auth.logIn(ana, office);
    const age = (days: number) =>
      auth.prisma
        .$executeRaw`UPDATE attempt_counters SET succeeded_at = now() - ${days}::int * interval '1 day'
        WHERE succeeded_at IS NOT NULL`;
    await age(29);
    await fail(ana, 5, elsewhere);
    expect((await auth.logIn(ana, office)).status).toBe(200);
    await age(31);
    expect((await auth.logIn(ana, office)).status).toBe(429);
  });

  it('an address that tries many accounts is blocked, and other addresses are not', async () => {
    for (let i = 0; i < 50; i += 1)
      await auth.logIn({ ...ana, email: `nobody-${String(i)}@clinic.example` }, elsewhere);
    expect((await auth.logIn(ben, elsewhere)).status).toBe(429);
    expect((await auth.logIn(ben, office)).status).toBe(200);
  });

  it('failed sign-ins to many accounts from an IP address do not block a user who has signed in from it before', async () => {
    await auth.logIn(ana, office);
    for (let i = 0; i < 50; i += 1)
      await auth.logIn({ ...ana, email: `nobody-${String(i)}@clinic.example` }, office);
    expect((await auth.logIn(ben, office)).status).toBe(429);
    expect((await auth.logIn(ana, office)).status).toBe(200);
    const guesses: number[] = [];
    for (let i = 0; i < 6; i += 1) guesses.push((await auth.logIn(wrong(ana), office)).status);
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe('the attempt counters', () => {
  it('the failure count is stored in the database', async () => {
    await fail(ana, 5);
    expect(await auth.prisma.attemptCounter.count({ where: { attempts: 5 } })).toBe(1);
  });

  it('the counters contain neither account names nor addresses', async () => {
    await fail(ana, 2, office);
    const rows = await auth.prisma.$queryRaw<
      { text: string }[]
    >`SELECT c::text AS text FROM attempt_counters c`;
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) {
      expect(text).not.toContain(ana.email);
      expect(text).not.toContain(office);
    }
  });
});
