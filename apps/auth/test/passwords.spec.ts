import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { people } from '@caredrop/testing';
import { dora, AuthApp } from './support/auth-app.js';

const { ana, ben, chloe } = people;
const sentence = 'Password reset instructions sent to your email';
let auth: AuthApp;

beforeAll(async () => {
  // The delays are so long that they do not end during a test, even on a busy machine.
  auth = await AuthApp.start({ LOGIN_FIRST_WAIT_SECONDS: '60', LOGIN_MAX_WAIT_SECONDS: '600' });
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.prisma.$executeRaw`TRUNCATE users, outbox, attempt_counters CASCADE`;
  await auth.add(ana, ben, people.dora);
});

const forgot = (email: unknown, address?: string) =>
  auth.call('POST', '/auth/forgot-password', { body: { email }, ...(address && { address }) });
const reset = (token: unknown, password: unknown = 'a-new-password', address?: string) =>
  auth.call('POST', '/auth/reset-password', { body: { token, password }, ...(address && { address }) });
const types = async () => (await auth.events()).map(({ type }) => type);

const mint: AuthApp['mint'] = (...wanted) => auth.mint(...wanted);
const newLink: AuthApp['newLink'] = (...wanted) => auth.newLink(...wanted);

describe('requesting a password email', () => {
  it('known, unknown and disabled addresses get the same response', async () => {
    await auth.prisma.user.update({ where: { id: ben.id }, data: { disabled: true } });
    for (const email of [ana.email, 'nobody@clinic.example', ben.email, 'not an address', 'a\u0000b']) {
      const { status, body } = await forgot(email);
      expect({ email, status, body }).toEqual({
        email,
        status: 200,
        body: { status: 'success', message: sentence, data: null },
      });
    }
  });

  it('an email is requested for an enabled account only and refers to it by id', async () => {
    await auth.prisma.user.update({ where: { id: ben.id }, data: { disabled: true } });
    await forgot(ben.email);
    await forgot('nobody@clinic.example');
    await forgot(`  ${ana.email.toUpperCase()} `);
    const events = await auth.events();
    expect(events).toHaveLength(1);
    expect(events[0]?.envelope).toMatchObject({
      type: 'password_reset.requested',
      aggregateId: ana.id,
      data: { userId: ana.id },
    });
    expect(JSON.stringify(events)).not.toContain(ana.email);
  });

  it.each([undefined, null, '', '   ', 7])('the email %p is refused with 400', async (email) => {
    const { status, body } = await forgot(email);
    expect(status).toBe(400);
    expect(body.message).toBe('Email is required');
  });

  it('an account is sent at most three emails in a row, with the same response each time', async () => {
    for (let i = 0; i < 6; i += 1) expect((await forgot(ana.email)).status).toBe(200);
    expect(await types()).toEqual(Array(3).fill('password_reset.requested'));
  });

  it('a client address that has sent 50 requests gets 429, and other addresses do not', async () => {
    for (let i = 0; i < 50; i += 1) await forgot(`nobody-${String(i)}@clinic.example`, '203.0.113.9');
    const { status, headers } = await forgot(ana.email, '203.0.113.9');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await forgot(ana.email, '203.0.113.10')).status).toBe(200);
  });
});

describe('the response time of a password request', () => {
  it('responses for known and unknown accounts take at least the configured time', async () => {
    const slow = await AuthApp.start({ FORGOT_ANSWER_MS: '250' });
    try {
      await slow.add(ana);
      for (const email of [ana.email, 'nobody@clinic.example']) {
        const start = performance.now();
        await slow.call('POST', '/auth/forgot-password', { body: { email } });
        expect(performance.now() - start).toBeGreaterThanOrEqual(245);
      }
    } finally {
      await slow.stop();
    }
  });
});

describe('creating a password link', () => {
  it('a created password link has the configured origin and is returned with its recipient', async () => {
    const response = await mint(ana.id);
    expect(response).toMatchObject({ outcome: 'minted', email: ana.email, firstName: 'Ana' });
    expect(response.url).toMatch(/^https:\/\/caredrop\.example\/reset-password\?token=[A-Za-z0-9_-]{43}$/);
  });

  it.each([
    ['reset', 60 * 60],
    ['invite', 7 * 24 * 60 * 60],
  ] as const)('a link with the purpose "%s" is valid for %i seconds', async (purpose, seconds) => {
    const { expiresAt } = await mint(ana.id, purpose);
    const left = (new Date(expiresAt).getTime() - Date.now()) / 1000;
    expect(left).toBeGreaterThan(seconds - 10);
    expect(left).toBeLessThanOrEqual(seconds + 1);
  });

  it('the secret of a password link is not stored', async () => {
    const secret = await newLink(ana.id);
    const rows = await auth.prisma.$queryRaw<
      { text: string }[]
    >`SELECT l::text AS text FROM password_links l`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(secret);
    expect(rows[0]?.text).not.toContain(Buffer.from(secret).toString('hex'));
  });

  it('no password link is created for a disabled or unknown account', async () => {
    await auth.prisma.user.update({ where: { id: ben.id }, data: { disabled: true } });
    expect(await mint(ben.id)).toEqual({ outcome: 'none' });
    expect(await mint(ben.id, 'invite')).toEqual({ outcome: 'none' });
    expect(await mint(chloe.id)).toEqual({ outcome: 'none' });
    expect(await auth.prisma.passwordLink.count()).toBe(0);
  });

  it('a reset link is created for an invited account that has no password yet', async () => {
    await auth.prisma.user.update({ where: { id: ben.id }, data: { passwordHash: null } });
    expect((await reset(await newLink(ben.id))).status).toBe(200);
    expect((await auth.logIn({ ...ben, password: 'a-new-password' })).status).toBe(200);
  });
});

describe('setting a password with a link', () => {
  it('the new password signs in and the old one does not', async () => {
    const { status, body } = await reset(await newLink(ana.id));
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      message: 'Password has been reset successfully',
      data: null,
    });
    expect((await auth.logIn({ ...ana, password: 'a-new-password' })).status).toBe(200);
    expect((await auth.logIn(ana)).status).toBe(401);
  });

  it('a new password ends every session of the user and publishes both changes', async () => {
    const sessions = [await auth.signIn(ana), await auth.signIn(ana)];
    const other = await auth.signIn(ben);
    await reset(await newLink(ana.id));
    for (const { sessionId } of sessions) expect(await auth.isAlive(sessionId)).toBe(false);
    expect(await auth.isAlive(other.sessionId)).toBe(true);
    const events = await auth.events();
    expect(events.map(({ type }) => type)).toEqual(['password.changed', 'session.revoked']);
    expect(events[1]?.envelope).toMatchObject({ data: { userId: ana.id, sessionId: null } });
  });

  it('a password link is refused the second time', async () => {
    const link = await newLink(ana.id);
    await reset(link);
    const { status, body } = await reset(link, 'another-password');
    expect(status).toBe(400);
    expect(body.message).toBe('Invalid or missing reset token');
    expect((await auth.logIn({ ...ana, password: 'a-new-password' })).status).toBe(200);
  });

  it('only one of several concurrent requests with the same password link succeeds', async () => {
    const link = await newLink(ana.id);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) => reset(link, `password-${String(i)}`)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    expect(await types()).toEqual(['password.changed', 'session.revoked']);
  });

  it('using a password link invalidates the other links of the account', async () => {
    const [first, second] = [await newLink(ana.id), await newLink(ana.id, 'invite')];
    await reset(first);
    expect((await reset(second)).status).toBe(400);
  });

  it('an expired password link is refused', async () => {
    const link = await newLink(ana.id);
    await auth.prisma.$executeRaw`UPDATE password_links SET expires_at = now()`;
    expect((await reset(link)).body.message).toBe('Invalid or missing reset token');
  });

  it.each([
    ['a missing token', undefined],
    ['the token null', null],
    ['a blank token', '  '],
    ['an unknown token', 'x'.repeat(43)],
    ['a hash as the token', 'a'.repeat(64)],
    ['a token that contains NUL', 'a\u0000'],
  ])('setting a password with %s is refused', async (_name, token) => {
    const { status, body } = await reset(token);
    expect(status).toBe(400);
    expect(body.message).toBe('Invalid or missing reset token');
  });

  it('a link token that is not a string is refused', async () => {
    expect((await reset(7)).status).toBe(400);
  });

  it.each([undefined, null, ''])(
    'a missing password is reported before a missing link: %p',
    async (password) => {
      const { status, body } = await auth.call('POST', '/auth/reset-password', { body: { password } });
      expect(status).toBe(400);
      expect(body.message).toBe('Password is required');
    },
  );

  it('a password that is too short or too long is refused and the link stays usable', async () => {
    const link = await newLink(ana.id);
    expect((await reset(link, 'abc12')).body.message).toBe('Password must be at least 6 characters');
    expect((await reset(link, 'x'.repeat(129))).body.message).toBe('Password can be at most 128 characters');
    expect((await reset(link, 'abc123')).status).toBe(200);
  });

  it('a password link is void once the account is disabled, even after it is enabled again', async () => {
    const link = await newLink(ben.id);
    await auth.call('POST', `/admin/users/${ben.id}/disable`, { as: dora });
    expect((await reset(link)).status).toBe(400);
    await auth.call('POST', `/admin/users/${ben.id}/enable`, { as: dora });
    expect((await reset(link)).status).toBe(400);
  });

  it('the owner of an account under attack can sign in after setting a new password', async () => {
    for (let i = 0; i < 6; i += 1) await auth.logIn({ ...ana, password: 'guess-no-1' }, '203.0.113.66');
    expect((await auth.logIn(ana, '198.51.100.7')).status).toBe(429);
    await reset(await newLink(ana.id), 'a-new-password', '198.51.100.7');
    for (let i = 0; i < 6; i += 1) await auth.logIn({ ...ana, password: 'guess-no-2' }, '203.0.113.66');
    expect((await auth.logIn({ ...ana, password: 'a-new-password' }, '198.51.100.7')).status).toBe(200);
  });
});

describe('a raised minimum length', () => {
  it('the configured minimum length and the list of common passwords apply to a reset', async () => {
    const strict = await AuthApp.start({ PASSWORD_MIN_LENGTH: '8', REFUSE_COMMON_PASSWORDS: 'yes' });
    try {
      await strict.add(ana);
      const token = await strict.newLink(ana.id);
      const set = async (password: string) => {
        const { body } = await strict.call('POST', '/auth/reset-password', { body: { token, password } });
        return body.message;
      };
      expect(await set('abc1234')).toBe('Password must be at least 8 characters');
      expect(await set('iloveyou')).toBe('This password is too easy to guess. Please choose another one.');
      expect(await set('AnaSilva2026')).toBe(
        'This password is too easy to guess. Please choose another one.',
      );
      expect(await set('seven grey herons')).toBe('Password has been reset successfully');
    } finally {
      await strict.stop();
    }
  });
});

describe('a breached password in a reset', () => {
  const leaked = 'the password of a shop that was broken into';

  it('a reset with a breached password is refused, and the link stays usable', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'breached-'));
    const file = path.join(folder, 'list.txt');
    writeFileSync(file, `${createHash('sha1').update(leaked).digest('hex').toUpperCase()}:3\n`);
    const strict = await AuthApp.start({ BREACHED_PASSWORDS_FILE: file });
    try {
      await strict.add(ana);
      const token = await strict.newLink(ana.id);
      const set = (password: string) =>
        strict.call('POST', '/auth/reset-password', { body: { token, password } });
      const refused = await set(leaked);
      expect(refused.status).toBe(400);
      expect(refused.body.message).toBe(
        'This password is known from a data breach. Please choose another one.',
      );
      expect((await set('seven grey herons')).status).toBe(200);
    } finally {
      await strict.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
