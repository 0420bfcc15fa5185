import { people } from '@caredrop/testing';
import { AuthApp, dora, principalOf } from './support/auth-app.js';

const { ana, ben, chloe } = people;
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.prisma.$executeRaw`TRUNCATE users, outbox, attempt_counters CASCADE`;
  await auth.add(ana, ben, chloe, people.dora);
});

const get = (url: string) => auth.call('GET', url, { as: dora });
const post = (url: string, body?: unknown) => auth.call('POST', url, { as: dora, body });
const emails = (data: unknown) => (data as { users: { email: string }[] }).users.map(({ email }) => email);
const list = async (query: string) => emails((await get(`/admin/users${query}`)).body.data);

async function addNamed(firstName: string, lastName: string, email: string): Promise<void> {
  const id = crypto.randomUUID();
  await auth.prisma.user.create({ data: { id, firstName, lastName, email, role: 'user' } });
}

describe('the list of all users', () => {
  it('users are listed newest first with the fields of the contract only', async () => {
    const { status, body } = await get('/users');
    expect(status).toBe(200);
    expect(emails(body.data)).toEqual([people.dora.email, chloe.email, ben.email, ana.email]);
    const [first] = (body.data as { users: Record<string, unknown>[] }).users;
    expect(Object.keys(first ?? {}).sort()).toEqual(
      ['createdAt', 'disableReason', 'disabled', 'email', 'firstName', 'id', 'lastName', 'role'].sort(),
    );
    expect(body.data).not.toHaveProperty('nextCursor');
  });

  it('the list of users can be filtered by role', async () => {
    expect(emails((await get('/users?role=user')).body.data)).toEqual([chloe.email, ben.email, ana.email]);
    expect(emails((await get('/users?role=admin')).body.data)).toEqual([people.dora.email]);
    expect(emails((await get('/users?role=')).body.data)).toHaveLength(4);
  });

  it.each([
    ['/users?role=user&limit=77', ['limit', 'role', 'rows_3']],
    ['/admin/users?name=an', ['name', 'role', 'rows_1']],
  ])('reading the list of users is recorded in the audit log: %s', async (path, codes) => {
    await get(path);
    const entries = await auth.prisma.$queryRaw`
      SELECT envelope->'data' AS data FROM outbox WHERE type = 'audit.recorded' ORDER BY created_at`;
    expect(entries).toMatchObject([{ data: { action: 'user.list', actor: { id: people.dora.id }, codes } }]);
  });

  it('an unknown role in the filter is refused', async () => {
    const { status, body } = await get('/users?role=owner');
    expect(status).toBe(400);
    expect(body.message).toBe('The request could not be read');
  });

  it('the pages of the list contain every user once', async () => {
    const one = await get('/users?limit=3');
    expect(emails(one.body.data)).toEqual([people.dora.email, chloe.email, ben.email]);
    const cursor = String(one.body.data?.nextCursor);
    const two = await get(`/users?limit=3&cursor=${cursor}`);
    expect(emails(two.body.data)).toEqual([ana.email]);
    expect(two.body.data?.nextCursor).toBeNull();
  });

  it('the pages contain every user once even if all were created at the same moment', async () => {
    await auth.prisma.user.updateMany({ data: { createdAt: new Date('2026-11-20T10:00:00.000Z') } });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await get(`/users?limit=1&cursor=${cursor}`);
      seen.push(...emails(body.data));
      cursor = (body.data as { nextCursor: string | null }).nextCursor;
    }
    expect(seen.sort()).toEqual([ana, ben, chloe, people.dora].map(({ email }) => email).sort());
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'cursor=nonsense', 'role=user&role=admin'])(
    'the list of users refuses the query %s',
    async (query) => {
      expect((await get(`/users?${query}`)).status).toBe(400);
    },
  );
});

describe('the list of clinicians', () => {
  it('clinicians are listed newest first without administrators', async () => {
    expect(await list('')).toEqual([chloe.email, ben.email, ana.email]);
  });

  it('a search finds first and last names in any case', async () => {
    expect(await list('?name=ANA')).toEqual([ana.email]);
    expect(await list(`?name=${encodeURIComponent(`na ${ana.lastName.toLowerCase().slice(0, 2)}`)}`)).toEqual(
      [ana.email],
    );
    expect(await list('?name=nobody')).toEqual([]);
  });

  it('a search ignores the case of non-English letters', async () => {
    await addNamed('ÉLODIE', 'Ødegård', 'elodie@clinic.example');
    expect(await list(`?name=${encodeURIComponent('élodie ø')}`)).toEqual(['elodie@clinic.example']);
  });

  it('a search matches %, _ and the backslash literally', async () => {
    await addNamed('Per%cent', 'Under_score', 'a_b@clinic.example');
    await addNamed('Back\\slash', 'Plain', 'axb@clinic.example');
    expect(await list('?name=%25')).toEqual(['a_b@clinic.example']);
    expect(await list('?name=r_s')).toEqual(['a_b@clinic.example']);
    expect(await list('?name=%5C')).toEqual(['axb@clinic.example']);
    expect(await list('?email=a_b')).toEqual(['a_b@clinic.example']);
  });

  it('a search finds a part of the email in any case', async () => {
    expect(await list('?email=BEN.')).toEqual([ben.email]);
  });

  it('the list of clinicians can be filtered by status', async () => {
    await post(`/admin/users/${ben.id}/disable`, { reason: 'On leave' });
    expect(await list('?status=disabled')).toEqual([ben.email]);
    expect(await list('?status=active')).toEqual([chloe.email, ana.email]);
    expect(await list('?status=&name=&email=')).toHaveLength(3);
  });

  it('several filters can be combined', async () => {
    expect(await list('?name=a&email=clinic&status=active&limit=1')).toHaveLength(1);
    expect(await list('?name=ana&email=ben')).toEqual([]);
  });

  it('an unknown status in the filter is refused', async () => {
    expect((await get('/admin/users?status=gone')).status).toBe(400);
  });

  it('a role filter does not make the list include administrators', async () => {
    expect(await list('?role=admin')).toEqual([chloe.email, ben.email, ana.email]);
  });
});

describe('disabling an account', () => {
  it('an account can be disabled with a reason, without one and without a body', async () => {
    const withReason = await post(`/admin/users/${ana.id}/disable`, { reason: '  On leave ' });
    expect(withReason.status).toBe(200);
    expect(withReason.body.data?.user).toMatchObject({
      id: ana.id,
      disabled: true,
      disableReason: 'On leave',
    });
    const blank = await post(`/admin/users/${ben.id}/disable`, { reason: '   ' });
    expect(blank.body.data?.user).toMatchObject({ disabled: true, disableReason: null });
    const none = await post(`/admin/users/${chloe.id}/disable`);
    expect(none.body.data?.user).toMatchObject({ disabled: true, disableReason: null });
  });

  it('disabling an account ends its sessions and publishes both changes', async () => {
    const session = await auth.signIn(ana);
    await post(`/admin/users/${ana.id}/disable`, {});
    expect(await auth.isAlive(session.sessionId)).toBe(false);
    expect((await auth.call('GET', '/auth/me', { as: session })).status).toBe(401);
    const events = await auth.events();
    expect(events.map(({ type }) => type)).toEqual(['user.disabled', 'session.revoked']);
    expect(events[0]?.envelope).toMatchObject({
      aggregateId: ana.id,
      aggregateVersion: 2,
      actor: dora.userId,
    });
    expect(events[1]?.envelope).toMatchObject({ data: { userId: ana.id, sessionId: null } });
  });

  it('a sign-in while an account is being disabled leaves no open session', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([auth.logIn(ana), auth.logIn(ana), post(`/admin/users/${ana.id}/disable`, {})]);
      await post(`/admin/users/${ana.id}/enable`);
      const sessions = await auth.prisma.session.findMany({ where: { userId: ana.id, endedAt: null } });
      const { disabled } = await auth.prisma.user.findUniqueOrThrow({ where: { id: ana.id } });
      expect({ disabled, sessions: sessions.length }).toEqual({ disabled: false, sessions: 0 });
    }
  });

  it('disabling an account again updates the reason', async () => {
    await post(`/admin/users/${ana.id}/disable`, { reason: 'One' });
    const again = await post(`/admin/users/${ana.id}/disable`, { reason: 'Two' });
    expect(again.status).toBe(200);
    expect(again.body.data?.user).toMatchObject({ disabled: true, disableReason: 'Two' });
    expect((await auth.events()).map(({ type }) => type)).toEqual([
      'user.disabled',
      'session.revoked',
      'user.updated',
    ]);
  });

  it('a reason of more than 500 characters is refused with a message', async () => {
    const { status, body } = await post(`/admin/users/${ana.id}/disable`, { reason: 'x'.repeat(501) });
    expect(status).toBe(400);
    expect(body.message).toBe('Reason can be at most 500 characters');
    expect((await auth.prisma.user.findUniqueOrThrow({ where: { id: ana.id } })).disabled).toBe(false);
    expect((await post(`/admin/users/${ana.id}/disable`, { reason: 'x'.repeat(500) })).status).toBe(200);
  });

  it.each(['disable', 'enable'])(
    'an administrator cannot %s their own account or that of another administrator',
    async (verb) => {
      const { status, body } = await post(`/admin/users/${people.dora.id}/${verb}`);
      expect(status).toBe(403);
      expect(body.message).toBe('You do not have permission to do this');
      const id = crypto.randomUUID();
      const other = { id, firstName: 'E', lastName: 'F', email: 'e@clinic.example', role: 'admin' };
      await auth.prisma.user.create({ data: other });
      expect((await post(`/admin/users/${id}/${verb}`)).status).toBe(403);
    },
  );

  it.each(['disable', 'enable'])(
    'a request to %s an unknown or malformed user id returns 404',
    async (verb) => {
      for (const id of [crypto.randomUUID(), 'x', '%00', '1; DROP TABLE users']) {
        const { status, body } = await post(`/admin/users/${encodeURIComponent(id)}/${verb}`, { reason: 7 });
        expect({ id, status, message: body.message }).toEqual({ id, status: 404, message: 'User not found' });
      }
    },
  );
});

describe('enabling an account', () => {
  it('enabling an account clears the reason and allows a new sign-in but restores no session', async () => {
    const session = await auth.signIn(ana);
    await post(`/admin/users/${ana.id}/disable`, { reason: 'On leave' });
    const { status, body } = await post(`/admin/users/${ana.id}/enable`);
    expect(status).toBe(200);
    expect(body.data?.user).toMatchObject({ disabled: false, disableReason: null });
    expect(await auth.isAlive(session.sessionId)).toBe(false);
    expect((await auth.logIn(ana)).status).toBe(200);
  });

  it('enabling an account twice publishes one event', async () => {
    await post(`/admin/users/${ana.id}/disable`);
    await post(`/admin/users/${ana.id}/enable`);
    expect((await post(`/admin/users/${ana.id}/enable`)).status).toBe(200);
    const events = (await auth.events()).filter(({ type }) => type === 'user.enabled');
    expect(events.map(({ envelope }) => envelope.data)).toEqual([{ userId: ana.id }]);
  });
});

describe('inviting a user', () => {
  const frida = { firstName: ' Frida ', lastName: 'Berg', email: 'Frida.Berg@Clinic.example' };

  it('an invited clinician is created and announced without personal data', async () => {
    const { status, body } = await post('/admin/users', frida);
    expect(status).toBe(201);
    expect(body.data?.user).toMatchObject({
      firstName: 'Frida',
      lastName: 'Berg',
      email: 'frida.berg@clinic.example',
      role: 'user',
      disabled: false,
    });
    const events = await auth.events();
    expect(events.map(({ type }) => type)).toEqual(['user.created', 'user.invited']);
    expect(JSON.stringify(events)).not.toMatch(/frida/i);
  });

  it('an administrator can be invited, and unexpected fields are ignored', async () => {
    const body = { ...frida, role: 'admin', disabled: true, passwordHash: 'x', id: ana.id };
    const response = await post('/admin/users', body);
    expect(response.body.data?.user).toMatchObject({ role: 'admin', disabled: false });
    expect((response.body.data?.user as { id: string }).id).not.toBe(ana.id);
  });

  it('an email that is already in use is refused with 409, whatever its letter case', async () => {
    const { status, body } = await post('/admin/users', { ...frida, email: ana.email.toUpperCase() });
    expect(status).toBe(409);
    expect(body.message).toBe('A user with this email already exists');
    expect(await auth.events()).toEqual([]);
  });

  it('an invitation that is refused is recorded in the audit log', async () => {
    await post('/admin/users', { ...frida, email: ana.email });
    const entries = await auth.prisma.$queryRaw`
      SELECT envelope->'data'->>'outcome' AS outcome, envelope->'data'->>'reason' AS reason FROM outbox
       WHERE type = 'audit.recorded' AND envelope->'data'->>'action' = 'user.invite'`;
    expect(entries).toEqual([{ outcome: 'refused', reason: 'email_taken' }]);
  });

  it('only one of several simultaneous invitations creates an account', async () => {
    const responses = await Promise.all([1, 2, 3, 4].map(() => post('/admin/users', frida)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it.each([
    [{ ...frida, firstName: ' ' }, 'First name is required'],
    [{ ...frida, lastName: undefined }, 'Last name is required'],
    [{ ...frida, lastName: 'x'.repeat(81) }, 'Last name can be at most 80 characters'],
    [{ ...frida, email: 'not an address' }, 'Email is not valid'],
    [{ ...frida, email: undefined }, 'Email is required'],
    [{ ...frida, role: 'owner' }, 'The request could not be read'],
  ])('the invitation %j is refused', async (body, message) => {
    const response = await post('/admin/users', body);
    expect(response.status).toBe(400);
    expect(response.body.message).toBe(message);
  });
});

describe('inviting a user again', () => {
  const invitee = { firstName: 'Ina', lastName: 'Voss', email: 'ina@clinic.example' };
  const again = (id: string) => post(`/admin/users/${id}/invite`);
  const invitations = async () => (await auth.events()).filter(({ type }) => type === 'user.invited');
  let id: string;

  beforeEach(async () => {
    const { body } = await post('/admin/users', invitee);
    id = (body.data as { user: { id: string } }).user.id;
  });

  it('a person without a password is listed as invited until one is set', async () => {
    const invited = async () => {
      const { users } = (await get('/admin/users')).body.data as {
        users: { id: string; invited: boolean }[];
      };
      return users.filter((user) => user.invited).map((user) => user.id);
    };
    expect(await invited()).toEqual([id]);
    await auth.prisma.user.update({ where: { id }, data: { passwordHash: 'hash' } });
    expect(await invited()).toEqual([]);
  });

  it('a second invitation is requested and audited', async () => {
    expect((await again(id)).status).toBe(200);
    expect(await invitations()).toHaveLength(2);
    expect(await auth.prisma.passwordLinkRequest.count({ where: { userId: id, purpose: 'invite' } })).toBe(2);
    const entries = await auth.prisma.$queryRaw`
      SELECT envelope->'data' AS data FROM outbox
       WHERE type = 'audit.recorded' AND envelope->'data'->>'action' = 'user.invite_again'`;
    expect(entries).toMatchObject([{ data: { outcome: 'success', subject: { kind: 'user', id } } }]);
  });

  it('a person who has set a password cannot be invited again', async () => {
    await auth.prisma.user.update({ where: { id }, data: { passwordHash: 'hash' } });
    const { status, body } = await again(id);
    expect([status, body.code]).toEqual([409, 'invitation_accepted']);
    expect(await invitations()).toHaveLength(1);
  });

  it('a disabled person cannot be invited again', async () => {
    await post(`/admin/users/${id}/disable`);
    const { status, body } = await again(id);
    expect([status, body.code]).toEqual([409, 'invitation_disabled']);
  });

  it('a person who is disabled before accepting the invitation is invited again when enabled', async () => {
    await post(`/admin/users/${id}/disable`);
    await post(`/admin/users/${id}/enable`);
    const [, invitation] = await invitations();
    const enabled = (await auth.events()).find(({ type }) => type === 'user.enabled');
    expect(enabled?.envelope.data).toEqual({ userId: id, invited: true });
    const body = { userId: id, purpose: 'invite', requestId: invitation?.envelope.id };
    const minted = await auth.call('POST', '/internal/password-links/mint', { from: 'notification', body });
    expect(minted.body.data).toMatchObject({ outcome: 'minted', email: invitee.email });
  });

  it('invitations to one person are limited like other emails with a link', async () => {
    for (let turn = 0; turn < 3; turn += 1) expect((await again(id)).status).toBe(200);
    const { status, headers } = await again(id);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    expect(await invitations()).toHaveLength(4);
  });

  it('neither an administrator nor an unknown account can be invited again', async () => {
    expect((await again(people.dora.id)).status).toBe(403);
    expect((await again(crypto.randomUUID())).status).toBe(404);
    expect((await again('nonsense')).status).toBe(404);
  });

  it('an invitation without an email address is refused with a message that says so', async () => {
    const { status, body } = await post('/admin/users', { ...invitee, email: ' ' });
    expect([status, body.message]).toEqual([400, 'Email is required']);
  });
});

describe('the admin role', () => {
  const routes = [
    ['GET', '/users'],
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['POST', `/admin/users/${ben.id}/disable`],
    ['POST', `/admin/users/${ben.id}/enable`],
    ['POST', `/admin/users/${ben.id}/second-factor/require`],
    ['POST', `/admin/users/${ben.id}/second-factor/reset`],
  ] as const;

  it.each(routes)(
    '%s %s requires the admin role: 401 without a session, 403 for a clinician',
    async (method, url) => {
      expect((await auth.call(method, url)).status).toBe(401);
      const response = await auth.call(method, url, { as: principalOf(ana) });
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({
        message: 'You do not have permission to do this',
        code: 'forbidden',
      });
      expect(await auth.prisma.user.count({ where: { disabled: true } })).toBe(0);
    },
  );
});
