import { people } from '@caredrop/testing';
import { runCommand } from '../src/cli/run-command.js';
import { AuthApp } from './support/auth-app.js';
import { enrol } from './support/second-factor.js';

let auth: AuthApp;
beforeAll(async () => {
  auth = await AuthApp.start();
});
afterAll(() => auth.stop());
beforeEach(() => auth.prisma.$executeRaw`TRUNCATE users, outbox, attempt_counters CASCADE`);

const run = async (...argv: string[]) =>
  (await runCommand(argv, { DATABASE_URL: auth.database.url, PUBLIC_URL: 'https://caredrop.example' })).text;
const create = (email: string, ...more: string[]) =>
  run('create-user', '--email', email, '--first', 'Dora', '--last', 'Lindqvist', ...more);
const tokenIn = (text: string) => /\?token=(\S+)$/.exec(text)?.[1];
const reset = (token: unknown, password: string) =>
  auth.call('POST', '/auth/reset-password', { body: { token, password } });

describe('the command create-user', () => {
  it('create-user creates the first administrator and prints a link that sets the password once', async () => {
    const text = await create('Dora@Clinic.example', '--role', 'admin');
    expect(text).toContain('Created admin Dora Lindqvist <dora@clinic.example>.');
    const token = tokenIn(text);
    const dora = { ...people.dora, email: 'dora@clinic.example', password: 'a-new-password' };
    expect((await auth.logIn(dora)).status).toBe(401);
    expect((await reset(token, 'a-new-password')).status).toBe(200);
    expect((await auth.logIn(dora)).status).toBe(200);
    expect((await reset(token, 'another-password')).status).toBe(400);
  });

  it('create-user publishes the new user through the outbox', async () => {
    await create('dora@clinic.example');
    expect((await auth.events()).map(({ type }) => type)).toEqual(['user.created']);
  });

  it('create-user creates a clinician with the given password', async () => {
    const text = await create('ana@clinic.example', '--password', 'ana-keeps-bees');
    expect(text).toBe('Created user Dora Lindqvist <ana@clinic.example>.');
    const ana = { ...people.ana, email: 'ana@clinic.example', password: 'ana-keeps-bees' };
    expect((await auth.logIn(ana)).status).toBe(200);
  });

  it.each([
    [['--password', 'abc12'], 'Password must be at least 6 characters'],
    [['--role', 'owner'], 'The request could not be read'],
  ])('create-user refuses %j', async (more, message) => {
    await expect(create('ana@clinic.example', ...more)).rejects.toThrow(message);
    expect(await auth.prisma.user.count()).toBe(0);
  });

  it('create-user refuses an email that is in use and leaves no data behind', async () => {
    await create('ana@clinic.example');
    await expect(create('ANA@clinic.example')).rejects.toThrow('A user with this email already exists');
    expect(await auth.prisma.user.count()).toBe(1);
    expect(await auth.prisma.passwordLink.count()).toBe(1);
  });

  it('create-user reports a missing name', async () => {
    await expect(run('create-user', '--email', 'ana@clinic.example')).rejects.toThrow(
      'First name is required',
    );
  });
});

describe('the command set-role', () => {
  const { ana, dora } = people;
  const setRole = (email: string, role?: string) =>
    run('set-role', '--email', email, ...(role ? ['--role', role] : []), '--reason', 'new_duty');

  it('set-role changes the role and ends every session of the user', async () => {
    await auth.add(ana, dora);
    const [anas, doras] = [await auth.signIn(ana), await auth.signIn(dora)];
    expect(await setRole(ana.email.toUpperCase(), 'admin')).toContain('now has the role admin');
    expect(await auth.isAlive(anas.sessionId)).toBe(false);
    expect(await auth.isAlive(doras.sessionId)).toBe(true);
    expect((await auth.logIn(ana)).body.data?.user).toMatchObject({ role: 'admin' });
    expect((await auth.events()).map(({ type }) => type)).toEqual([
      'user.updated',
      'user.became_admin',
      'session.revoked',
    ]);
  });

  it('set-role ends every session of an administrator who becomes a clinician', async () => {
    await auth.add(dora, { ...ana, role: 'admin' });
    const demoted = await auth.signIn({ ...ana, role: 'admin' });
    await setRole(ana.email, 'user');
    expect(await auth.isAlive(demoted.sessionId)).toBe(false);
    expect((await auth.logIn(ana)).body.data?.user).toMatchObject({ role: 'user' });
  });

  it('set-role ends no session when the user already has the role', async () => {
    await auth.add(ana);
    const { sessionId } = await auth.signIn(ana);
    expect(await setRole(ana.email, 'user')).toContain('already');
    expect(await auth.isAlive(sessionId)).toBe(true);
  });

  it('set-role keeps at least one administrator, even if two step down at the same time', async () => {
    await auth.add(dora);
    await expect(setRole(dora.email, 'user')).rejects.toThrow('is the only administrator');
    await auth.add({ ...ana, role: 'admin' });
    const both = await Promise.allSettled([setRole(dora.email, 'user'), setRole(ana.email, 'user')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await auth.prisma.user.count({ where: { role: 'admin' } })).toBe(1);
  });

  it('set-role does not count a disabled administrator as a remaining one', async () => {
    await auth.add(dora, { ...ana, role: 'admin' });
    await auth.prisma.user.update({ where: { id: ana.id }, data: { disabled: true } });
    await expect(setRole(dora.email, 'user')).rejects.toThrow('is the only administrator');
  });

  it('set-role does not count an invited administrator without a password as a remaining one', async () => {
    await auth.add(dora, { ...ana, role: 'admin' });
    await auth.prisma.user.update({ where: { id: ana.id }, data: { passwordHash: null } });
    await expect(setRole(dora.email, 'user')).rejects.toThrow('is the only administrator');
  });

  it('set-role can demote the only administrator if that account cannot sign in anyway', async () => {
    await auth.add({ ...dora, role: 'admin' });
    await auth.prisma.user.update({ where: { id: dora.id }, data: { passwordHash: null } });
    expect(await setRole(dora.email, 'user')).toContain('now has the role user');
  });

  it('set-role does not make a disabled account an administrator, since no one could enable it', async () => {
    await auth.add(dora, ana);
    await auth.prisma.user.update({ where: { id: ana.id }, data: { disabled: true } });
    await expect(setRole(ana.email, 'admin')).rejects.toThrow('is disabled: enable it first');
  });

  it('set-role requires a reason for a new administrator and records it in the audit log', async () => {
    await auth.add(ana);
    const promote = (...reason: string[]) =>
      run('set-role', '--email', ana.email, '--role', 'admin', ...reason);
    await expect(promote()).rejects.toThrow('--reason must be one word');
    await expect(promote('--reason', 'a whole sentence, with names')).rejects.toThrow(
      '--reason must be one word',
    );
    expect(await auth.prisma.user.count({ where: { role: 'admin' } })).toBe(0);
    await promote('--reason', 'emergency');
    const entries = await auth.prisma.outboxEvent.findMany({ where: { type: 'audit.recorded' } });
    expect(entries.map(({ envelope }) => (envelope as { data: object }).data)).toEqual([
      expect.objectContaining({
        action: 'user.change_role',
        outcome: 'success',
        subject: { kind: 'user', id: ana.id },
        codes: ['role_admin', 'emergency'],
      }),
    ]);
  });

  it('set-role refuses an unknown or missing role and an unknown account', async () => {
    await expect(setRole(ana.email, 'owner')).rejects.toThrow('--role must be one of user, admin');
    await expect(setRole(ana.email)).rejects.toThrow('--role must be one of');
    await expect(setRole('nobody@clinic.example', 'admin')).rejects.toThrow('There is no account');
  });
});

describe('the commands for the second factor', () => {
  const { dora } = people;

  it('require-second-factor can require a second factor of an administrator and stop requiring it', async () => {
    await auth.add(dora);
    const { sessionId } = await auth.signIn(dora);
    await run('require-second-factor', '--email', dora.email);
    expect(await auth.isAlive(sessionId)).toBe(false);
    expect((await auth.logIn(dora)).body.code).toBe('second_factor_setup_needed');
    await run('require-second-factor', '--email', dora.email, '--required', 'no');
    expect((await auth.logIn(dora)).status).toBe(200);
    await expect(run('require-second-factor', '--email', dora.email, '--required', 'x')).rejects.toThrow(
      '--required must be yes or no',
    );
  });

  it('reset-second-factor ends the sessions, lets the password alone sign in and publishes an event', async () => {
    await auth.add(dora);
    const as = await auth.signIn(dora);
    await enrol(auth, dora, as);
    expect(await run('reset-second-factor', '--email', dora.email)).toContain('has been reset');
    expect(await auth.isAlive(as.sessionId)).toBe(false);
    expect((await auth.logIn(dora)).status).toBe(200);
    const last = (await auth.events()).filter(({ type }) => type === 'second_factor.changed').at(-1);
    expect(last?.envelope.data).toEqual({ userId: dora.id, change: 'reset' });
    await expect(run('reset-second-factor', '--email', dora.email)).rejects.toThrow('No second factor');
  });
});

describe('the command reset-password-link', () => {
  it('reset-password-link prints a link that sets a new password', async () => {
    await create('ana@clinic.example', '--password', 'ana-keeps-bees');
    const text = await run('reset-password-link', '--email', 'ana@clinic.example');
    expect((await reset(tokenIn(text), 'a-new-password')).status).toBe(200);
  });

  it("reset-password-link is recorded in the audit log as an operator's action", async () => {
    await create('ana@clinic.example', '--password', 'ana-keeps-bees');
    await run('reset-password-link', '--email', 'ana@clinic.example');
    const { id } = await auth.prisma.user.findFirstOrThrow();
    const entries = await auth.prisma.outboxEvent.findMany({ where: { type: 'audit.recorded' } });
    expect(entries.map(({ envelope }) => (envelope as { data: object }).data)).toContainEqual(
      expect.objectContaining({
        action: 'password.request_reset',
        subject: { kind: 'user', id },
        actor: { kind: 'system', id: null, role: null },
        codes: ['operator'],
      }),
    );
  });

  it('reset-password-link refuses unknown and disabled accounts with a message', async () => {
    const command = () => run('reset-password-link', '--email', 'ana@clinic.example');
    await expect(command()).rejects.toThrow('There is no account with the address ana@clinic.example');
    await create('ana@clinic.example');
    await auth.prisma.user.updateMany({ data: { disabled: true } });
    await expect(command()).rejects.toThrow('The account ana@clinic.example is disabled');
  });
});

describe('invalid command lines', () => {
  it.each([[[]], [['delete-everything']], [['create-user', 'twice']]])(
    'the command line %j prints the usage',
    async (argv) => {
      await expect(run(...argv)).rejects.toThrow('Usage:');
    },
  );
});
