import { randomUUID } from 'node:crypto';
import type { Token, TokensResponse } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { NUMBERING } from '../src/tokens/create-bulk-tokens.js';
import { ana, ben, dora, TokenApp, upload } from './support/token-app.js';

let app: TokenApp;

beforeAll(async () => {
  app = await TokenApp.start();
});
afterAll(async () => app.stop());

const list = async (query = '', as = dora) =>
  (await app.call<TokensResponse>('GET', `/admin/tokens/monitor${query}`, { as })).body.data;
const references = (response: TokensResponse) => response.tokens.map((token) => token.patient_ref_id);

describe('POST /tokens', () => {
  it('a new link has 43 letters and digits, expires after 30 days and ignores unknown fields', async () => {
    const before = Date.now();
    const response = await app.call<{ token: Token }>('POST', '/tokens', {
      as: ana,
      body: { patientRefId: ' P-7 ', nickname: 'AB', notes: '  ', status: 'used', userId: ben.userId },
    });
    expect(response.status).toBe(201);
    const { token } = response.body.data;
    expect(token).toMatchObject({
      token: expect.stringMatching(/^[A-Za-z0-9]{43}$/) as string,
      patient_ref_id: 'P-7',
      nickname: 'AB',
      notes: null,
      status: 'active',
      uploads: [{ count: 0 }],
      hasSMS: false,
      smsStatus: null,
      smsPhoneNumber: null,
      user: { firstName: 'Ana', lastName: 'Silva' },
    });
    expect(Date.parse(token.expires_at) - before).toBeGreaterThan(29.9 * 86_400_000);
    expect(Date.parse(token.expires_at) - before).toBeLessThan(30.1 * 86_400_000);
  });

  it.each([1, 365])('a link expires after the %i days that its creator chose', async (expiryDays) => {
    const before = Date.now();
    const body = { patientRefId: 'P-8', expiryDays };
    const response = await app.call<{ token: Token }>('POST', '/tokens', { as: ana, body });
    const days = (Date.parse(response.body.data.token.expires_at) - before) / 86_400_000;
    expect(days).toBeGreaterThan(expiryDays - 0.1);
    expect(days).toBeLessThan(expiryDays + 0.1);
  });

  it.each([null, '', 0, 366, 2.5, 'ten', -1])(
    'a link that should expire after %j days is refused',
    async (expiryDays) => {
      expect(
        await app.call('POST', '/tokens', { as: ana, body: { patientRefId: 'P-8', expiryDays } }),
      ).toMatchObject({ status: 400, body: { message: 'Expiry must be from 1 to 365 days' } });
    },
  );

  it('the defaults of new links are those of the settings', async () => {
    const response = await app.call('GET', '/tokens/defaults', { as: ana });
    expect(response.body.data).toEqual({
      expiryDays: 30,
      bulkExpiryDays: 90,
      languages: ['en'],
      patientCheck: false,
      reminders: { times: expect.any(Array) as string[], timeZone: 'Europe/London' },
    });
  });

  it.each([
    [{}, 'Patient Reference ID is required'],
    [{ patientRefId: '   ' }, 'Patient Reference ID is required'],
    [{ patientRefId: 7 }, 'Patient Reference ID is required'],
    [{ patientRefId: 'x'.repeat(65) }, 'Patient Reference ID can be at most 64 characters'],
    [{ patientRefId: 'P', notes: 'x'.repeat(1001) }, 'Notes can be at most 1000 characters'],
  ])('the link request %o is refused with 400', async (body, message) => {
    expect(await app.call('POST', '/tokens', { as: ana, body })).toMatchObject({
      status: 400,
      body: { status: 'fail', message },
    });
  });

  it('the row of a link does not contain its value, and its events contain neither the value nor patient data', async () => {
    const token = await app.create();
    const row = await app.prisma.token.findUniqueOrThrow({ where: { id: token.id } });
    const stored = JSON.stringify(row, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    expect(stored).not.toContain(token.token);
    expect(row.linkPrefix).toBe(token.token.slice(0, 8));
    const events = await app.prisma.outbox.findMany({ where: { aggregateId: token.id } });
    expect(events.map(({ type }) => type).sort()).toEqual(['audit.recorded', 'token.created']);
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`${token.token}|P-1|Silva`));
  });
});

describe('access control', () => {
  it('the list of own links contains no links of others, even for an admin', async () => {
    const [mine, hers] = [await app.create(ana), await app.create(dora)];
    const ids = async (as: typeof ana) =>
      (await app.call<TokensResponse>('GET', '/tokens', { as })).body.data.tokens.map((token) => token.id);
    expect(await ids(ana)).toContain(mine.id);
    expect(await ids(ana)).not.toContain(hers.id);
    expect(await ids(dora)).not.toContain(mine.id);
    expect((await list()).tokens.map((token) => token.id)).toEqual(
      expect.arrayContaining([mine.id, hers.id]),
    );
  });

  it('ids of colleagues’ links, unknown ids and malformed ids all return 404', async () => {
    const token = await app.create(ana);
    for (const id of [token.id, randomUUID(), 'nonsense', '00000000']) {
      for (const response of [
        await app.call('GET', `/tokens/${id}`, { as: ben }),
        await app.call('PATCH', `/tokens/${id}`, { as: ben, body: { status: 'revoked' } }),
        await app.call('POST', `/tokens/${id}/send-sms`, { as: ben, body: { phoneNumber: '07700 900123' } }),
        await app.call('POST', `/tokens/${id}/extend`, { as: ben, body: { days: 5 } }),
        await app.call('POST', `/tokens/${id}/reissue`, { as: ben, body: { send: false } }),
      ]) {
        expect(response).toMatchObject({ status: 404, body: { message: 'Token not found' } });
      }
    }
    expect((await app.call('GET', `/tokens/${token.id}`, { as: dora })).status).toBe(200);
  });

  it('an admin can revoke a link of another clinician', async () => {
    const token = await app.create(ana);
    const response = await app.call<{ token: Token }>('PATCH', `/tokens/${token.id}`, {
      as: dora,
      body: { status: 'revoked' },
    });
    expect(response).toMatchObject({ status: 200, body: { data: { token: { status: 'revoked' } } } });
  });

  it('admin calls need an admin, clinicians’ calls need a user, and all calls need an allowed service', async () => {
    expect((await app.call('GET', '/admin/tokens/monitor', { as: ana })).status).toBe(403);
    expect((await app.call('POST', '/tokens/bulk', { as: ana, body: { count: 1 } })).status).toBe(403);
    expect((await app.call('GET', '/tokens')).status).toBe(401);
    expect((await app.call('GET', '/tokens', { from: null })).status).toBe(401);
    expect((await app.call('GET', '/tokens', { from: 'notification', as: ana })).status).toBe(403);
    expect(
      (
        await app.call('POST', '/internal/claims', {
          body: { token: 'x', claimId: randomUUID(), idempotencyHash: null },
        })
      ).status,
    ).toBe(403);
  });

  const id = randomUUID();
  it.each<['GET' | 'POST' | 'PATCH', string, string]>([
    ['GET', '/tokens', 'gateway'],
    ['POST', '/tokens', 'gateway'],
    ['POST', '/tokens/bulk', 'gateway'],
    ['POST', '/tokens/exports', 'gateway'],
    ['GET', '/tokens/defaults', 'gateway'],
    ['GET', `/tokens/${id}`, 'gateway'],
    ['GET', `/tokens/${id}/sheet`, 'gateway'],
    ['PATCH', `/tokens/${id}`, 'gateway'],
    ['POST', `/tokens/${id}/send-sms`, 'gateway'],
    ['POST', `/tokens/${id}/extend`, 'gateway'],
    ['POST', `/tokens/${id}/reissue`, 'gateway'],
    ['POST', '/links/renewals', 'gateway'],
    ['GET', '/admin/tokens/monitor', 'gateway'],
    ['POST', '/links/validate', 'gateway'],
    ['POST', '/internal/claims', 'document'],
    ['POST', `/internal/claims/${id}/renew`, 'document'],
    ['POST', `/internal/claims/${id}/confirm`, 'document'],
    ['POST', `/internal/claims/${id}/release`, 'document'],
  ])('%s %s is open to the %s service only', async (method, url, allowed) => {
    for (const from of ['gateway', 'document', 'notification'] as const) {
      const body = method === 'GET' ? {} : { body: { count: 0 } };
      const { status } = await app.call(method, url, { from, as: dora, ...body });
      expect([from, status === 403]).toEqual([from, from !== allowed]);
    }
    expect((await app.call(method, url, { from: null })).status).toBe(401);
  });

  it('a malformed claim id and an overlong link value are refused with 400', async () => {
    const malformed = { from: 'document' as const, body: {} };
    for (const step of ['renew', 'confirm', 'release'])
      expect((await app.call('POST', `/internal/claims/x/${step}`, malformed)).status).toBe(400);
    expect((await app.validate('x'.repeat(2000))).status).toBe(404);
    expect((await app.validate('x'.repeat(2001))).status).toBe(400);
  });

  it('a link shows the name from the session while the auth service is unreachable', async () => {
    const stranger = { ...ana, userId: randomUUID(), firstName: 'Zoe', lastName: 'Old' };
    app.auth.on('/internal/users/names', () => {
      throw new Error('away');
    });
    const token = await app.create(stranger);
    expect(token.user).toEqual({ firstName: 'Zoe', lastName: 'Old' });
    app.auth.on('/internal/users/names', () => ({ users: [] }));
  });
});

describe('GET /tokens/{id}', () => {
  const document = (tokenId: string) => ({
    id: randomUUID(),
    file_name: 'a.pdf',
    file_type: 'application/pdf',
    file_size: 12,
    file_url: null,
    patient_ref_id: 'P-1',
    comment: null,
    created_at: new Date().toISOString(),
    token_id: tokenId,
    tokens: {
      token: 'x',
      status: 'used',
      created_at: new Date().toISOString(),
      expires_at: new Date().toISOString(),
    },
    user: { firstName: 'Ana', lastName: 'Silva' },
  });

  async function usedToken() {
    const [token, claimId] = [await app.create(), randomUUID()];
    await app.claim(token.token, claimId);
    await app.complete(claimId, upload());
    return token;
  }

  it('a used link shows the documents that the document service returns', async () => {
    const token = await usedToken();
    const known = document(token.id);
    app.document.on('/internal/documents/by-token', () => ({ documents: [known] }));
    const response = await app.call('GET', `/tokens/${token.id}`, { as: ana });
    expect(response.body.data).toMatchObject({ token: { uploads: [known] } });
    expect(app.document.calls.at(-1)?.body).toEqual({ tokenId: token.id });
  });

  it('documents from a document service of the previous version are shown as new and unread', async () => {
    const token = await usedToken();
    app.document.on('/internal/documents/by-token', () => ({ documents: [document(token.id)] }));
    const { body } = await app.call('GET', `/tokens/${token.id}`, { as: ana });
    expect(body.data).toMatchObject({
      token: { uploads: [{ review: { state: 'new', by: null, at: null }, seen: false }] },
    });
  });

  it('the document service is not called for an unused link', async () => {
    const token = await app.create();
    const asked = app.document.calls.length;
    expect((await app.call('GET', `/tokens/${token.id}`, { as: ana })).body.data).toMatchObject({
      token: { uploads: [] },
    });
    expect(app.document.calls).toHaveLength(asked);
  });

  it('reading a used link returns 503 while the document service is unreachable', async () => {
    const token = await usedToken();
    app.document.on('/internal/documents/by-token', () => {
      throw new Error('away');
    });
    expect((await app.call('GET', `/tokens/${token.id}`, { as: ana })).status).toBe(503);
  });
});

describe('POST /tokens/bulk', () => {
  const bulk = (body: unknown) => app.call<{ tokens: Token[] }>('POST', '/tokens/bulk', { as: dora, body });
  const prefix = () => `B${randomUUID().slice(0, 6)}`;

  it('a bulk creation defaults to 10 links for 90 days, owned by the admin', async () => {
    const { status, body } = await bulk({});
    expect(status).toBe(201);
    expect(body.data.tokens).toHaveLength(10);
    expect(body.data.tokens[0]).toMatchObject({ patient_ref_id: 'PATIENT-001', user: { firstName: 'Dora' } });
    const days = (Date.parse(body.data.tokens[0]?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
  });

  it('two concurrent bulk creations with one prefix never share a reference', async () => {
    const name = prefix();
    await app.create(ana, `${name}-007`);
    const batches = await Promise.all([
      bulk({ count: 5, prefix: name }),
      bulk({ count: 5, prefix: ` ${name} ` }),
    ]);
    const given = batches
      .flatMap((batch) => batch.body.data.tokens.map((token) => token.patient_ref_id))
      .sort();
    expect(given).toEqual(Array.from({ length: 10 }, (_, n) => `${name}-${String(n + 8).padStart(3, '0')}`));
  });

  it('bulk creations with one prefix that queue for the lock never share a reference', async () => {
    const name = prefix();
    const batches = await app.prisma.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NUMBERING}::bigint)`;
        const started = Array.from({ length: 3 }, () => bulk({ count: 5, prefix: name }));
        await eventually(async () => {
          const [row] = await tx.$queryRaw<{ waiting: number }[]>`
            SELECT count(*)::int AS waiting FROM pg_locks l JOIN pg_database d ON d.oid = l.database
             WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database()`;
          expect(row?.waiting).toBe(3);
        });
        return started;
      },
      { timeout: 60_000 },
    );
    const given = (await Promise.all(batches)).flatMap(({ body }) => body.data.tokens);
    expect(new Set(given.map((token) => token.patient_ref_id)).size).toBe(15);
  });

  it('special characters in a bulk prefix are kept', async () => {
    const { body } = await bulk({ count: 1, prefix: `100%_'"\\${prefix()}` });
    expect(body.data.tokens[0]?.patient_ref_id).toMatch(/^100%_'"\\B.*-001$/);
  });

  it.each([0, 101, 2.5, -1, null, '', 'ten', '10'])(
    'a bulk creation of %p links is refused',
    async (count) => {
      expect(await bulk({ count })).toMatchObject({
        status: 400,
        body: { message: 'Please enter a valid number of tokens (1-100)' },
      });
    },
  );

  it.each([0, 366, 1.5, null, '90'])(
    'a bulk creation with an expiry of %p days is refused',
    async (expiryDays) => {
      expect(await bulk({ count: 1, expiryDays })).toMatchObject({
        status: 400,
        body: { message: 'Expiry must be from 1 to 365 days' },
      });
    },
  );

  it.each([1, 100])('a bulk creation of %i links succeeds', async (count) => {
    expect((await bulk({ count, prefix: prefix() })).body.data.tokens).toHaveLength(count);
  });
});

describe('GET /admin/tokens/monitor', () => {
  it('a search finds links by part of the reference, prefix, whole token and pasted link', async () => {
    const [plain, odd] = [await app.create(ana, 'Needle-XYZ'), await app.create(ana, '50%_off')];
    const find = async (search: string) => references(await list(`?search=${encodeURIComponent(search)}`));
    expect(await find('needle-x')).toEqual(['Needle-XYZ']);
    expect(await find('%_O')).toEqual(['50%_off']);
    expect(await find(plain.token)).toEqual(['Needle-XYZ']);
    expect(await find(plain.token.slice(0, 8))).toEqual(['Needle-XYZ']);
    expect(await find(`https://care.example/upload?token=${odd.token}`)).toEqual(['50%_off']);
    expect(await find('A'.repeat(43))).toEqual([]);
  });

  it('the status filter of the link list uses the status as shown', async () => {
    const make = async (reference: string) => app.create(ben, reference);
    const [expired, confirmedOne, open] = [await make('S-exp'), await make('S-conf'), await make('S-open')];
    await app.age(expired.id, 'expires_at');
    await app.confirm(confirmedOne.token);
    const of = async (status: string) => references(await list(`?status=${status}&userId=${ben.userId}`));
    expect(await of('expired')).toEqual(['S-exp']);
    expect(await of('used')).toEqual(['S-conf']);
    expect(await of('active')).toContain(open.patient_ref_id);
    expect(await of('active')).not.toContain('S-exp');
  });

  it('the expiry filter of the link list supports today, week and month', async () => {
    const owner = { ...ana, userId: randomUUID() };
    const untilMidnight = 1 - (Date.now() % 86_400_000) / 86_400_000;
    for (const [reference, days] of [
      ['D-0', untilMidnight / 2],
      ['D-6', 6.9],
      ['D-8', 8],
      ['D-29', 29],
      ['D-31', 31],
    ] as const) {
      const token = await app.create(owner, reference);
      await app.age(token.id, 'expires_at', -days * 86_400);
    }
    const of = async (range: string) =>
      references(await list(`?expiryRange=${range}&userId=${owner.userId}`)).sort();
    expect(await of('week')).toEqual(['D-0', 'D-6']);
    expect(await of('month')).toEqual(['D-0', 'D-29', 'D-6', 'D-8']);
    expect(await of('today')).toEqual(['D-0']);
  });

  it('empty filters of the link list are ignored and invalid ones refused', async () => {
    await app.create();
    expect((await list('?status=&search=&expiryRange=&userId=')).tokens.length).toBeGreaterThan(0);
    expect((await list(`?userId=${randomUUID()}`)).tokens).toEqual([]);
    expect((await list('?userId=nonsense')).tokens).toEqual([]);
    expect((await list(`?userId=${'x'.repeat(500)}`)).tokens).toEqual([]);
    const long = await app.call('GET', `/admin/tokens/monitor?search=${'x'.repeat(501)}`, { as: dora });
    expect(long).toMatchObject({ status: 400, body: { message: 'Search can be at most 500 characters' } });
    for (const query of ['?status=gone', '?expiryRange=year', '?limit=0', '?limit=x', '?limit=1&cursor=x']) {
      expect((await app.call('GET', `/admin/tokens/monitor${query}`, { as: dora })).status).toBe(400);
    }
  });

  it('pages of the link list are sorted newest first and carry the total counts', async () => {
    const owner = { ...ana, userId: randomUUID() };
    for (let n = 0; n < 5; n += 1) await app.create(owner, `PG-${n}`);
    const seen: string[] = [];
    let cursor: string | null | undefined = '';
    while (cursor !== null) {
      const page: TokensResponse = await list(`?userId=${owner.userId}&limit=2&cursor=${cursor ?? ''}`);
      expect(page.stats).toMatchObject({
        total: 5,
        active: 5,
        used: 0,
        expired: 0,
        revoked: 0,
        expiringThisWeek: 0,
      });
      seen.push(...references(page));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['PG-4', 'PG-3', 'PG-2', 'PG-1', 'PG-0']);
  });
});
