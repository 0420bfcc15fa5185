import { people, type Person } from '@caredrop/testing';
import { runCommand } from '../src/cli/run-command.js';
import { AuthApp, dora } from './support/auth-app.js';
import { Authenticator } from './support/authenticator.js';
import { enrol, forgetUsedSteps, sendCode, sessionOf, ticketOf } from './support/second-factor.js';

const { ana } = people;
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.prisma.$executeRaw`TRUNCATE users, outbox, attempt_counters CASCADE`;
  await auth.add(ana, people.dora);
});

const required = (value: boolean) =>
  auth.call('POST', `/admin/users/${ana.id}/second-factor/require`, { as: dora, body: { required: value } });
const begin = (ticket: string) => auth.call('POST', '/auth/login/enrol', { body: { ticket } });
const confirm = (ticket: string, code: string) =>
  auth.call('POST', '/auth/login/confirm', { body: { ticket, code } });
const over = { status: 401, body: { code: 'sign_in_over' } };

/** Issues a secret for a set-up ticket. */
async function appOf(ticket: string): Promise<Authenticator> {
  const { body } = await begin(ticket);
  return new Authenticator((body.data?.enrolment as { secret: string }).secret);
}

/** Signs the owner in from a set-up ticket, with a new app. */
async function ownerEnrols(): Promise<{ app: Authenticator; recoveryCodes: string[] }> {
  const ticket = await ticketOf(auth, ana);
  const app = await appOf(ticket);
  const { body } = await confirm(ticket, app.code());
  await forgetUsedSteps(auth, ana);
  return { app, recoveryCodes: body.data?.recoveryCodes as string[] };
}

/** An app with a secret that the attacker chose, not one issued by the server. */
const strangersApp = () => new Authenticator('JBSWY3DPEHPK3PXP');

describe('an attacker with the password and a set-up ticket', () => {
  beforeEach(() => required(true));

  it('a set-up ticket cannot replace the second factor that the owner has set up since', async () => {
    const ticket = await ticketOf(auth, ana);
    const { app, recoveryCodes } = await ownerEnrols();
    expect(await begin(ticket)).toMatchObject(over);
    expect(await confirm(ticket, strangersApp().code())).toMatchObject(over);
    expect((await sendCode(auth, await ticketOf(auth, ana), app.code())).status).toBe(200);
    expect((await sendCode(auth, await ticketOf(auth, ana), recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('a secret issued before the owner finished cannot be confirmed', async () => {
    const ticket = await ticketOf(auth, ana);
    const attackers = await appOf(ticket);
    const { app } = await ownerEnrols();
    expect(await confirm(ticket, attackers.code())).toMatchObject(over);
    expect((await sendCode(auth, await ticketOf(auth, ana), app.code())).status).toBe(200);
  });

  it('a set-up ticket is void after the owner sets up a second factor while signed in', async () => {
    const ticket = await ticketOf(auth, ana);
    await auth.prisma.user.update({ where: { id: ana.id }, data: { secondFactorRequired: false } });
    const { app } = await enrol(auth, ana, await auth.signIn(ana));
    expect(await begin(ticket)).toMatchObject(over);
    expect((await sendCode(auth, await ticketOf(auth, ana), app.code())).status).toBe(200);
  });

  it('a set-up ticket that is still open cannot replace an existing second factor', async () => {
    const ticket = await ticketOf(auth, ana);
    const attackers = await appOf(ticket);
    const kept = await auth.prisma.signInTicket.findFirstOrThrow();
    const enrolment = await auth.prisma.secondFactorEnrolment.findFirstOrThrow();
    await ownerEnrols();
    await auth.prisma.signInTicket.create({ data: kept });
    await auth.prisma.secondFactorEnrolment.create({ data: enrolment });
    expect(await begin(ticket)).toMatchObject(over);
    expect(await confirm(ticket, attackers.code())).toMatchObject(over);
  });
});

describe('an attacker with a session and a set-up that is not confirmed', () => {
  const password = 'correct horse battery staple';

  /** Begins a set-up with the session of an attacker who knows the password. */
  async function attackersSetUp() {
    const as = await auth.signIn(ana);
    const begun = await auth.call('POST', '/auth/second-factor/enrol', {
      as,
      body: { password: ana.password },
    });
    const app = new Authenticator((begun.body.data?.enrolment as { secret: string }).secret);
    return () => auth.call('POST', '/auth/second-factor/confirm', { as, body: { code: app.code() } });
  }

  it('a set-up cannot be confirmed in a session that has ended', async () => {
    const finish = await attackersSetUp();
    await auth.prisma.$executeRaw`UPDATE sessions SET ended_at = now()`;
    expect((await finish()).status).toBe(401);
    expect(await auth.prisma.secondFactor.count()).toBe(0);
  });

  it.each([
    [
      'reset with a link',
      async () => {
        const body = { token: await auth.newLink(ana.id), password };
        return auth.call('POST', '/auth/reset-password', { body });
      },
    ],
    [
      'changed',
      async () => {
        const body = { currentPassword: ana.password, newPassword: password };
        return auth.call('POST', '/auth/change-password', { as: await auth.signIn(ana), body });
      },
    ],
  ])('a set-up that is not confirmed is deleted once the password is %s', async (_how, setPassword) => {
    const finish = await attackersSetUp();
    expect((await setPassword()).status).toBe(200);
    expect(await auth.prisma.secondFactorEnrolment.count()).toBe(0);
    expect((await finish()).status).toBe(401);
    expect(await auth.prisma.secondFactor.count()).toBe(0);
  });
});

describe('two concurrent set-ups', () => {
  it('two concurrent set-ups result in one second factor, one session and one set of codes', async () => {
    await required(true);
    const tickets = [await ticketOf(auth, ana), await ticketOf(auth, ana)] as const;
    const app = await appOf(tickets[0]);
    const responses = await Promise.all(tickets.map((ticket) => confirm(ticket, app.code())));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
    const winner = responses.find(({ status }) => status === 200);
    expect(await auth.isAlive(sessionOf(winner?.body.data?.token))).toBe(true);
    const codes = winner?.body.data?.recoveryCodes as string[];
    expect((await sendCode(auth, await ticketOf(auth, ana), codes[3] ?? '')).status).toBe(200);
    expect(await auth.prisma.session.count()).toBe(2);
  });
});

describe('unfinished sign-ins', () => {
  const role = (name: string) =>
    runCommand(['set-role', '--email', ana.email, '--role', name, '--reason', 'new_duty'], {
      DATABASE_URL: auth.database.url,
      PUBLIC_URL: 'https://caredrop.example',
    });
  const set = async (newPassword: string) => {
    const link = await runCommand(['reset-password-link', '--email', ana.email], {
      DATABASE_URL: auth.database.url,
      PUBLIC_URL: 'https://caredrop.example',
    });
    const token = /token=([\w-]+)/.exec(link.text)?.[1];
    return auth.call('POST', '/auth/reset-password', { body: { token, password: newPassword } });
  };

  it.each([
    ['a second factor is no longer required', () => required(false)],
    ['a second factor is required again', () => required(true)],
    ['the role changes', () => role('admin')],
    ['the password changes', () => set('seven-grey-herons')],
    [
      'the account is disabled',
      () => auth.call('POST', `/admin/users/${ana.id}/disable`, { as: dora, body: {} }),
    ],
  ])('an unfinished sign-in is void once %s', async (_change, happens) => {
    await required(true);
    const ticket = await ticketOf(auth, ana);
    await happens();
    expect(await begin(ticket)).toMatchObject(over);
  });

  it.each([
    ['turned off', (as: Signed, app: Authenticator) => turnOff(as, app)],
    ['replaced', replace],
    ['reset', () => auth.call('POST', `/admin/users/${ana.id}/second-factor/reset`, { as: dora })],
  ])('an unfinished sign-in is void once the second factor is %s', async (_change, happens) => {
    const as = await auth.signIn(ana);
    const { app } = await enrol(auth, ana, as);
    const ticket = await ticketOf(auth, ana);
    await happens(as, app);
    expect(await sendCode(auth, ticket, app.code())).toMatchObject(over);
  });
});

type Signed = Awaited<ReturnType<AuthApp['signIn']>>;

const turnOff = (as: Signed, app: Authenticator) =>
  auth.call('POST', '/auth/second-factor/disable', {
    as,
    body: { password: ana.password, code: app.code() },
  });

/** Sets up another app, with a code from the one in use. */
async function replace(as: Signed, app: Authenticator, person: Person = ana): Promise<void> {
  const body = { password: person.password, code: app.code() };
  const begun = await auth.call('POST', '/auth/second-factor/enrol', { as, body });
  const next = new Authenticator((begun.body.data?.enrolment as { secret: string }).secret);
  await auth.call('POST', '/auth/second-factor/confirm', { as, body: { code: next.code() } });
}

describe('the event second_factor.changed', () => {
  it('the event distinguishes a replaced second factor from a new one', async () => {
    const as = await auth.signIn(ana);
    const { app } = await enrol(auth, ana, as);
    await replace(as, app);
    const data = (await auth.events())
      .filter(({ type }) => type === 'second_factor.changed')
      .map(({ envelope }) => envelope.data);
    expect(data).toEqual([
      { userId: ana.id, change: 'on' },
      { userId: ana.id, change: 'on', replaced: true },
    ]);
  });
});
