import { people } from '@caredrop/testing';
import { AuthApp, dora, type CallerName } from './support/auth-app.js';

const { ana, ben } = people;
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start();
  await auth.add(ana, ben, people.dora);
});
afterAll(() => auth.stop());

const callers: CallerName[] = ['gateway', 'token', 'document', 'notification', 'audit'];
const id = ana.id;

/** Every route of the service and its allowed callers. A test below fails if a route is missing here. */
const routes: ['GET' | 'POST' | 'PATCH' | 'DELETE', string, CallerName[]][] = [
  ['POST', '/auth/login', ['gateway']],
  ['GET', '/auth/me', ['gateway']],
  ['GET', '/auth/session', ['gateway']],
  ['POST', '/auth/session/extend', ['gateway']],
  ['POST', '/auth/logout', ['gateway']],
  ['POST', '/auth/login/code', ['gateway']],
  ['POST', '/auth/login/enrol', ['gateway']],
  ['POST', '/auth/login/confirm', ['gateway']],
  ['GET', '/auth/second-factor', ['gateway']],
  ['POST', '/auth/second-factor/enrol', ['gateway']],
  ['POST', '/auth/second-factor/confirm', ['gateway']],
  ['POST', '/auth/second-factor/recovery-codes', ['gateway']],
  ['POST', '/auth/second-factor/disable', ['gateway']],
  ['POST', '/auth/proof', ['gateway']],
  ['POST', '/auth/change-password', ['gateway']],
  ['GET', '/auth/sessions', ['gateway']],
  ['DELETE', '/auth/sessions/:id', ['gateway']],
  ['POST', '/auth/sessions/end-others', ['gateway']],
  ['GET', '/auth/preferences', ['gateway']],
  ['PATCH', '/auth/preferences', ['gateway']],
  ['GET', '/auth/saved-views', ['gateway']],
  ['POST', '/auth/saved-views', ['gateway']],
  ['PATCH', '/auth/saved-views/:id', ['gateway']],
  ['DELETE', '/auth/saved-views/:id', ['gateway']],
  ['POST', '/auth/forgot-password', ['gateway']],
  ['POST', '/auth/reset-password', ['gateway']],
  ['GET', '/users', ['gateway']],
  ['GET', '/admin/users', ['gateway']],
  ['POST', '/admin/users', ['gateway']],
  ['POST', '/admin/users/:id/invite', ['gateway']],
  ['POST', '/admin/users/:id/disable', ['gateway']],
  ['POST', '/admin/users/:id/enable', ['gateway']],
  ['POST', '/admin/users/:id/second-factor/require', ['gateway']],
  ['POST', '/admin/users/:id/second-factor/reset', ['gateway']],
  ['POST', '/admin/users/:id/cover', ['gateway']],
  ['DELETE', '/admin/users/:id/cover', ['gateway']],
  ['GET', '/auth/cover', ['gateway']],
  ['POST', '/auth/cover', ['gateway']],
  ['DELETE', '/auth/cover/:id', ['gateway']],
  ['GET', '/teams', ['gateway']],
  ['PATCH', '/teams/:id/watching', ['gateway']],
  ['GET', '/colleagues', ['gateway']],
  ['GET', '/admin/teams', ['gateway']],
  ['POST', '/admin/teams', ['gateway']],
  ['PATCH', '/admin/teams/:id', ['gateway']],
  ['POST', '/admin/teams/:id/archive', ['gateway']],
  ['POST', '/admin/teams/:id/members', ['gateway']],
  ['DELETE', '/admin/teams/:id/members/:userId', ['gateway']],
  ['GET', '/jwks', ['gateway']],
  ['POST', '/internal/sessions/check', ['gateway', 'document']],
  ['POST', '/internal/sessions/describe', ['notification']],
  ['POST', '/internal/users/names', ['token', 'document', 'audit']],
  ['POST', '/internal/users/search', ['audit']],
  ['POST', '/internal/users/recipients', ['notification']],
  ['POST', '/internal/teams/names', ['token', 'audit']],
  ['POST', '/internal/password-links/mint', ['notification']],
];
const open = ['GET /health/live', 'GET /health/ready', 'GET /metrics'];

describe('every route of the auth service', () => {
  it('every route is in the table of this test', () => {
    const known = [...routes.map(([method, url]) => `${method} ${url}`), ...open];
    const found = auth.routes.filter((route) => !route.startsWith('HEAD '));
    expect([...new Set(found)].sort()).toEqual(known.sort());
  });

  it.each(routes)('%s %s refuses callers without a service identity with 401', async (method, url) => {
    const response = await auth.call(method, url.replace(':id', id), { from: null });
    expect(response.status).toBe(401);
    expect(response.body).toMatchObject({ status: 'fail', message: 'Please sign in' });
  });

  it.each(routes)('%s %s returns 403 to services that may not call it', async (method, url, allowed) => {
    for (const from of callers) {
      const { status } = await auth.call(method, url.replace(':id', id), { from, as: dora, body: {} });
      if (allowed.includes(from)) expect([200, 201, 400, 401, 403, 404, 409]).toContain(status);
      else expect({ from, status }).toEqual({ from, status: 403 });
    }
  });

  it('a session token is not accepted in place of a service identity', async () => {
    const { body } = await auth.logIn(ana);
    const headers = { authorization: `Bearer ${String(body.data?.token)}` };
    const response = await auth.app.inject({ method: 'GET', url: '/auth/me', headers });
    expect(response.statusCode).toBe(401);
  });
});

describe('the key set', () => {
  it('GET /jwks publishes public keys only', async () => {
    const { body } = await auth.call('GET', '/jwks');
    const { keys } = body as unknown as { keys: Record<string, unknown>[] };
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kid: 'k1', alg: 'ES256', use: 'sig' });
    expect(keys[0]).not.toHaveProperty('d');
  });
});

describe('the names of users', () => {
  const names = async (ids: unknown) => {
    const response = await auth.call('POST', '/internal/users/names', { from: 'token', body: { ids } });
    return { status: response.status, users: response.body.data?.users };
  };

  it('known users are returned with their names and whether they are disabled, and unknown ids are left out', async () => {
    const { users } = await names([ana.id, crypto.randomUUID()]);
    expect(users).toEqual([{ id: ana.id, firstName: 'Ana', lastName: ana.lastName, disabled: false }]);
  });

  it('an empty list of ids returns no names', async () => {
    expect(await names([])).toEqual({ status: 200, users: [] });
  });

  it('a request for the names of more than a thousand users is refused', async () => {
    expect((await names(Array.from({ length: 1001 }, () => crypto.randomUUID()))).status).toBe(400);
  });
});

describe('the search of people for the audit', () => {
  it.each([
    ['a part of the name, in any case', `aNA ${ana.lastName.slice(0, 2)}`],
    ['a part of the email', ana.email.slice(0, 4).toUpperCase()],
  ])('a person is found by %s', async (_what, text) => {
    const response = await auth.call('POST', '/internal/users/search', { from: 'audit', body: { text } });
    expect(response.body.data).toEqual({ ids: [ana.id], more: false });
  });
});

describe('the recipients of an email', () => {
  const recipients = async (userId: string, about?: string) => {
    const call = { from: 'notification', body: { userId, about } } as const;
    return (await auth.call('POST', '/internal/users/recipients', call)).body.data?.recipients;
  };

  it('an email for an enabled user goes to that user', async () => {
    expect(await recipients(ana.id)).toEqual([{ userId: ana.id, email: ana.email, firstName: 'Ana' }]);
  });

  it('an email for a disabled user goes to the enabled administrators', async () => {
    await auth.prisma.user.update({ where: { id: ben.id }, data: { disabled: true } });
    const gone = { firstName: 'G', lastName: 'H', email: 'g@clinic.example', role: 'admin', disabled: true };
    await auth.prisma.user.create({ data: { id: crypto.randomUUID(), ...gone } });
    const { id: userId, email, firstName } = people.dora;
    expect(await recipients(ben.id)).toEqual([{ userId, email, firstName }]);
  });

  it('an email about the account goes to the user even if disabled', async () => {
    const { id: userId, email, firstName } = ben;
    expect(await recipients(ben.id, 'account')).toEqual([{ userId, email, firstName }]);
  });

  it('an email about a new administrator goes to the other administrators and names the new one', async () => {
    const erik = {
      id: crypto.randomUUID(),
      firstName: 'Erik',
      lastName: 'Holm',
      email: 'erik@clinic.example',
    };
    await auth.prisma.user.create({ data: { ...erik, role: 'admin' } });
    const call = { from: 'notification', body: { userId: erik.id, about: 'new_admin' } } as const;
    const { body } = await auth.call('POST', '/internal/users/recipients', call);
    const { id: userId, email, firstName } = people.dora;
    expect(body.data).toEqual({
      recipients: [{ userId, email, firstName }],
      person: { name: 'Erik Holm', email: erik.email },
    });
  });

  it('an unknown user has no recipients', async () => {
    expect(await recipients(crypto.randomUUID())).toEqual([]);
  });
});
