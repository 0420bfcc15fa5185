import { people } from '@caredrop/testing';
import { runCommand } from '../src/cli/run-command.js';
import { AuthApp } from './support/auth-app.js';

let auth: AuthApp;
beforeAll(async () => {
  auth = await AuthApp.start();
});
afterAll(() => auth.stop());
beforeEach(() => auth.prisma.$executeRaw`TRUNCATE users, outbox, attempt_counters CASCADE`);

const run = (...argv: string[]) =>
  runCommand(argv, { DATABASE_URL: auth.database.url, PUBLIC_URL: 'https://caredrop.example' });
const create = (email: string, ...more: string[]) =>
  run('create-user', '--email', email, '--first', 'Dora', '--last', 'Lindqvist', ...more);
const tokenIn = (text: string) => /\?token=(\S+)$/.exec(text)?.[1];
const reset = (token: unknown, password: string) =>
  auth.call('POST', '/auth/reset-password', { body: { token, password } });

describe('create-user', () => {
  it('makes the first admin and prints a link that sets the password once', async () => {
    const text = await create('Dora@Clinic.example', '--role', 'admin');
    expect(text).toContain('Created admin Dora Lindqvist <dora@clinic.example>.');
    const token = tokenIn(text);
    const dora = { ...people.dora, email: 'dora@clinic.example', password: 'a-new-password' };
    expect((await auth.logIn(dora)).status).toBe(401);
    expect((await reset(token, 'a-new-password')).status).toBe(200);
    expect((await auth.logIn(dora)).status).toBe(200);
    expect((await reset(token, 'another-password')).status).toBe(400);
  });

  it('tells the other services through the outbox', async () => {
    await create('dora@clinic.example');
    expect((await auth.events()).map(({ type }) => type)).toEqual(['user.created']);
  });

  it('makes a clinician with a password when one is given', async () => {
    const text = await create('ana@clinic.example', '--password', 'ana-keeps-bees');
    expect(text).toBe('Created user Dora Lindqvist <ana@clinic.example>.');
    const ana = { ...people.ana, email: 'ana@clinic.example', password: 'ana-keeps-bees' };
    expect((await auth.logIn(ana)).status).toBe(200);
  });

  it.each([
    [['--password', 'abc12'], 'Password must be at least 6 characters'],
    [['--role', 'owner'], 'The request could not be read'],
  ])('refuses %j', async (more, message) => {
    await expect(create('ana@clinic.example', ...more)).rejects.toThrow(message);
    expect(await auth.prisma.user.count()).toBe(0);
  });

  it('refuses an address that has an account and leaves nothing behind', async () => {
    await create('ana@clinic.example');
    await expect(create('ANA@clinic.example')).rejects.toThrow('A user with this email already exists');
    expect(await auth.prisma.user.count()).toBe(1);
    expect(await auth.prisma.passwordLink.count()).toBe(1);
  });

  it('says what is missing', async () => {
    await expect(run('create-user', '--email', 'ana@clinic.example')).rejects.toThrow(
      'First name is required',
    );
  });
});

describe('reset-password-link', () => {
  it('prints a link that sets a new password', async () => {
    await create('ana@clinic.example', '--password', 'ana-keeps-bees');
    const text = await run('reset-password-link', '--email', 'ana@clinic.example');
    expect((await reset(tokenIn(text), 'a-new-password')).status).toBe(200);
  });

  it('refuses unknown and disabled accounts with a sentence', async () => {
    const command = () => run('reset-password-link', '--email', 'ana@clinic.example');
    await expect(command()).rejects.toThrow('There is no account with the address ana@clinic.example');
    await create('ana@clinic.example');
    await auth.prisma.user.updateMany({ data: { disabled: true } });
    await expect(command()).rejects.toThrow('The account ana@clinic.example is disabled');
  });
});

describe('anything else', () => {
  it.each([[[]], [['delete-everything']], [['create-user', 'twice']]])(
    'shows the usage for %j',
    async (argv) => {
      await expect(run(...argv)).rejects.toThrow('Usage:');
    },
  );
});
