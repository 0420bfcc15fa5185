import { people } from '@caredrop/testing';
import { runCommand } from '../src/cli/run-command.js';
import { AuthApp, dora } from './support/auth-app.js';

const { ana } = people;
const erik = { firstName: 'Erik', lastName: 'Holm', email: 'erik@clinic.example' };
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start({ REQUIRE_SECOND_FACTOR: 'admins' });
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.prisma.$executeRaw`TRUNCATE users, outbox, attempt_counters CASCADE`;
  await auth.add(ana, people.dora);
});

const command = (...words: string[]) =>
  runCommand(words, { DATABASE_URL: auth.database.url, PUBLIC_URL: 'https://caredrop.example' });
const invite = (role: 'user' | 'admin') =>
  auth.call('POST', '/admin/users', { as: dora, body: { ...erik, role } });
const announced = async () =>
  (await auth.events())
    .filter(({ type }) => type === 'user.became_admin')
    .map(({ envelope }) => envelope.aggregateId);
const idOf = async (email: string) => (await auth.prisma.user.findUniqueOrThrow({ where: { email } })).id;

/** Codes of the audit entries for one action. */
const audited = (action: string) =>
  auth.prisma.$queryRaw`
    SELECT envelope->'data'->'codes' AS codes FROM outbox
     WHERE type = 'audit.recorded' AND envelope->'data'->>'action' = ${action}`;

describe('the announcement of a new administrator', () => {
  it('the invitation of an administrator is announced to the others and audited', async () => {
    await invite('admin');
    expect(await announced()).toEqual([await idOf(erik.email)]);
    expect(await audited('user.invite')).toEqual([{ codes: ['role_admin'] }]);
  });

  it('a role change to administrator is announced to the others and audited', async () => {
    await command('set-role', '--email', ana.email, '--role', 'admin', '--reason', 'new_duty');
    expect(await announced()).toEqual([ana.id]);
    expect(await audited('user.change_role')).toEqual([{ codes: ['role_admin', 'new_duty'] }]);
  });

  it('an administrator created by an operator is announced to the others and audited', async () => {
    await command(
      'create-user',
      '--email',
      erik.email,
      '--first',
      'Erik',
      '--last',
      'Holm',
      '--role',
      'admin',
    );
    expect(await announced()).toEqual([await idOf(erik.email)]);
    expect(await audited('user.create')).toEqual([{ codes: ['role_admin'] }]);
  });
});

describe('account changes that are not announced', () => {
  it('a new clinician and an administrator who becomes a clinician are not announced', async () => {
    await invite('user');
    expect(await announced()).toEqual([]);
    await command('set-role', '--email', ana.email, '--role', 'admin', '--reason', 'new_duty');
    await auth.prisma.$executeRaw`DELETE FROM outbox`;
    await command('set-role', '--email', ana.email, '--role', 'user');
    expect(await announced()).toEqual([]);
  });

  it('the first administrator is not announced', async () => {
    await auth.prisma.user.deleteMany({ where: { role: 'admin' } });
    await command('set-role', '--email', ana.email, '--role', 'admin', '--reason', 'new_duty');
    expect(await announced()).toEqual([]);
  });
});

describe('an invited administrator', () => {
  it('an invited administrator must set up a second factor at the first sign-in if admins need one', async () => {
    await invite('admin');
    const token = await auth.newLink(await idOf(erik.email), 'invite');
    await auth.call('POST', '/auth/reset-password', { body: { token, password: 'seven-grey-herons' } });
    const body = { email: erik.email, password: 'seven-grey-herons' };
    const response = await auth.call('POST', '/auth/login', { body });
    expect(response).toMatchObject({ status: 401, body: { code: 'second_factor_setup_needed' } });
    expect(await auth.prisma.session.count()).toBe(0);
  });
});
