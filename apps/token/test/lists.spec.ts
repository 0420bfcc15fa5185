import { randomUUID } from 'node:crypto';
import type { TokensResponse } from '@caredrop/contracts';
import type { Principal } from '@caredrop/service-kit';
import { CreateToken } from '../src/tokens/create-token.js';
import { TokenQueries } from '../src/tokens/tokens.queries.js';
import { ana, dora, TokenApp } from './support/token-app.js';

let app: TokenApp;

beforeAll(async () => {
  app = await TokenApp.start();
});
afterAll(async () => app.stop());

const anOwner = (): Principal => ({ ...ana, userId: randomUUID() });
const own = async (as: Principal, query = '') =>
  (await app.call<TokensResponse>('GET', `/tokens${query}`, { as })).body.data;
const references = ({ tokens }: TokensResponse) => tokens.map((token) => token.patient_ref_id);

/** Inserts links of one owner directly, all created at the same time. */
async function many(owner: Principal, links: { reference: string; expiresAt: Date }[]): Promise<void> {
  const create = app.get(CreateToken);
  const rows = links.map(({ reference, expiresAt }) =>
    create.build(owner, { patientRefId: reference, nickname: null, notes: null, language: null, expiresAt }),
  );
  await app.prisma.token.createMany({ data: rows });
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe('a list without a limit', () => {
  it('a list of 2,001 links without a limit contains each link once, newest first', async () => {
    const owner = anOwner();
    const links = Array.from({ length: 2_001 }, (_, n) => ({ reference: `L-${n}`, expiresAt: inDays(9) }));
    await many(owner, links);
    const response = await own(owner);
    expect(references(response)).toHaveLength(2_001);
    expect(new Set(references(response)).size).toBe(2_001);
    expect(response).not.toHaveProperty('nextCursor');
    expect(response).not.toHaveProperty('stats');
    const order = response.tokens.map(({ created_at, id }) => `${created_at} ${id}`);
    expect(order).toEqual(order.toSorted().toReversed());
  });

  it('a list of more than 2,500 links without a limit is a page with the first 2,500', async () => {
    const owner = anOwner();
    const links = Array.from({ length: 2_501 }, (_, n) => ({ reference: `L-${n}`, expiresAt: inDays(9) }));
    await many(owner, links);
    const page = await own(owner);
    expect(references(page)).toHaveLength(2_500);
    expect(page.stats?.total).toBe(2_501);
    const rest = await own(owner, `?cursor=${page.nextCursor ?? ''}`);
    expect(rest).toMatchObject({ nextCursor: null, stats: { total: 2_501 } });
    expect(new Set([...references(page), ...references(rest)]).size).toBe(2_501);
  });

  it('a list with a cursor and no limit returns all remaining links and the total counts', async () => {
    const owner = anOwner();
    for (let n = 0; n < 4; n += 1) await app.create(owner, `C-${n}`);
    const { nextCursor } = await own(owner, '?limit=1');
    const rest = await own(owner, `?cursor=${nextCursor ?? ''}`);
    expect(references(rest)).toEqual(['C-2', 'C-1', 'C-0']);
    expect(rest).toMatchObject({ nextCursor: null, stats: { total: 4 } });
  });
});

describe('filters and order of a user’s own list', () => {
  const owner = anOwner();
  const found = async (query: string) => references(await own(owner, query)).sort();

  beforeAll(async () => {
    const noted = { nickname: 'Mrs. Novák', notes: 'Referral letter, 50% off_sick' };
    const body = (patientRefId: string, days: number) => ({ patientRefId, expiryDays: days });
    const create = (token: object) => app.call('POST', '/tokens', { as: owner, body: token });
    await create({ ...body('F-1', 30), ...noted });
    await create(body('F-2', 3));
    await create(body('F-3', 20));
    const { id } = await app.create(owner, 'F-4');
    await app.call('PATCH', `/tokens/${id}`, { as: owner, body: { status: 'revoked' } });
    await app.create(anOwner(), 'F-5, somebody else’s');
  });

  it.each([
    ['a part of the nickname in another case', 'search=novák', ['F-1']],
    ['a part of the notes', 'search=letter', ['F-1']],
    ['a percent sign, which is not a wildcard', 'search=50%25', ['F-1']],
    ['an underscore, which is not a wildcard', 'search=off_s', ['F-1']],
    ['a part of the reference', 'search=-2', ['F-2']],
    ['words that only another clinician’s link has', 'search=somebody', []],
    ['a state', 'status=revoked', ['F-4']],
    ['a range of expiry', 'status=active&expiryRange=week', ['F-2']],
    ['a state and a text', 'status=revoked&search=letter', []],
  ])('the list is filtered by %s', async (_what, query, expected) => {
    expect(await found(`?${query}`)).toEqual(expected);
    const { stats } = await own(owner, `?limit=1&${query}`);
    expect(stats?.total).toBe(expected.length);
  });

  it('the list sorted by expiry starts with the earliest, with and without pages', async () => {
    const order = ['F-2', 'F-3'];
    expect(references(await own(owner, '?sort=expiry')).slice(0, 2)).toEqual(order);
    const first = await own(owner, '?sort=expiry&limit=1');
    const rest = await own(owner, `?sort=expiry&cursor=${first.nextCursor ?? ''}`);
    const all = [...references(first), ...references(rest)];
    expect(all.slice(0, 2)).toEqual(order);
    expect(all.toSorted()).toEqual(['F-1', 'F-2', 'F-3', 'F-4']);
  });

  it('links that expire at the same moment each appear on exactly one page', async () => {
    const other = anOwner();
    const expiresAt = inDays(5);
    await many(
      other,
      ['S-1', 'S-2', 'S-3'].map((reference) => ({ reference, expiresAt })),
    );
    const first = await own(other, '?sort=expiry&limit=2');
    const second = await own(other, `?sort=expiry&limit=2&cursor=${first.nextCursor ?? ''}`);
    expect([...references(first), ...references(second)].sort()).toEqual(['S-1', 'S-2', 'S-3']);
    expect(second.nextCursor).toBeNull();
  });

  it('an unknown sort order, state or expiry range is refused', async () => {
    for (const query of ['sort=reference', 'status=lost', 'expiryRange=year'])
      expect((await app.call('GET', `/tokens?${query}`, { as: owner })).status).toBe(400);
  });
});

describe('expiry ranges', () => {
  const now = new Date('2026-11-21T10:30:00.000Z');
  const days = 86_400_000;
  const ends = {
    'this very moment': now,
    'a moment from now': new Date(now.getTime() + 1),
    'the last moment of the day': new Date('2026-11-21T23:59:59.999Z'),
    midnight: new Date('2026-11-22T00:00:00.000Z'),
    'in exactly 7 days': new Date(now.getTime() + 7 * days),
    'in 7 days and a moment': new Date(now.getTime() + 7 * days + 1),
    'in exactly 30 days': new Date(now.getTime() + 30 * days),
    'in 30 days and a moment': new Date(now.getTime() + 30 * days + 1),
  };
  const owner = anOwner();
  const queries = () => app.get(TokenQueries);

  beforeAll(() =>
    many(
      owner,
      Object.entries(ends).map(([reference, expiresAt]) => ({ reference, expiresAt })),
    ),
  );

  async function within(expiryRange: 'today' | 'week' | 'month'): Promise<string[]> {
    const { rows } = await queries().monitor({ userId: owner.userId, expiryRange }, now);
    return rows.map((row) => row.patientRefId).sort();
  }
  const upTo = (last: keyof typeof ends) =>
    Object.entries(ends)
      .filter(([, end]) => end > now && end <= ends[last])
      .map(([reference]) => reference)
      .sort();

  it('the list filter "today" ends with the last millisecond of the UTC day', async () => {
    expect(await within('today')).toEqual(upTo('the last moment of the day'));
  });

  it('the list filters "week" and "month" end exactly 7 and 30 days from now', async () => {
    expect(await within('week')).toEqual(upTo('in exactly 7 days'));
    expect(await within('month')).toEqual(upTo('in exactly 30 days'));
  });

  it('the counts of a list use the same expiry ranges as its filter', async () => {
    const { stats } = await queries().monitor({ userId: owner.userId, limit: 1 }, now);
    expect(stats).toEqual({
      total: 8,
      active: 7,
      used: 0,
      expired: 1,
      revoked: 0,
      expiringToday: upTo('the last moment of the day').length,
      expiringThisWeek: upTo('in exactly 7 days').length,
    });
  });
});

describe('references of a bulk creation', () => {
  const bulk = async (prefix: string) => {
    const body = { count: 1, prefix };
    return references((await app.call<TokensResponse>('POST', '/tokens/bulk', { as: dora, body })).body.data);
  };

  it.each(['999999999', '99999999999999999999999', '0000000000000000041'])(
    'bulk references continue after the manually entered number %s',
    async (typed) => {
      const prefix = `T${randomUUID().slice(0, 6)}`;
      await app.create(ana, `${prefix}-${typed}`);
      expect(await bulk(prefix)).toEqual([`${prefix}-${String(BigInt(typed) + 1n).padStart(3, '0')}`]);
      expect(await bulk(prefix)).toEqual([`${prefix}-${String(BigInt(typed) + 2n).padStart(3, '0')}`]);
    },
  );

  it.each(['🩺 Wärd_7%', String.raw`a\b`, '.*', '=1+1', "'; DROP TABLE tokens --"])(
    'the bulk prefix %s is taken literally',
    async (odd) => {
      const prefix = `${odd}${randomUUID().slice(0, 6)}`;
      await app.create(ana, `${prefix}-x7`);
      expect([await bulk(prefix), await bulk(prefix)].flat()).toEqual([`${prefix}-001`, `${prefix}-002`]);
    },
  );
});

describe('the references of links for the audit', () => {
  const ask = <Data>(path: string, body: object) =>
    app.call<Data>('POST', `/internal/tokens/${path}`, { from: 'audit', body });
  const create = async (reference: string) => {
    await many(anOwner(), [{ reference, expiresAt: inDays(9) }]);
    return (await app.prisma.token.findFirstOrThrow({ where: { patientRefId: reference } })).id;
  };

  it('known links are named, and unknown ids are left out', async () => {
    const id = await create('AUDIT-1');
    const { tokens } = (await ask<{ tokens: object[] }>('names', { ids: [id, randomUUID()] })).body.data;
    expect(tokens).toEqual([{ id, reference: 'AUDIT-1' }]);
  });

  it('links are found by part of the reference in any case', async () => {
    const id = await create('Audit_2%');
    expect((await ask('search', { text: 'audit_2%' })).body.data).toEqual({ ids: [id], more: false });
    expect((await ask('search', { text: 'auditX2' })).body.data).toEqual({ ids: [], more: false });
  });

  it('a search for a common text returns the newest hundred and reports that there are more', async () => {
    const links = Array.from({ length: 101 }, (_, n) => ({ reference: `COMMON-${n}`, expiresAt: inDays(9) }));
    await many(anOwner(), links);
    const { id: oldest } = await app.prisma.token.findFirstOrThrow({ where: { patientRefId: 'COMMON-50' } });
    await app.prisma.token.update({ where: { id: oldest }, data: { createdAt: inDays(-1) } });
    const { ids, more } = (await ask<{ ids: string[]; more: boolean }>('search', { text: 'common-' })).body
      .data;
    expect([new Set(ids).size, ids.includes(oldest), more]).toEqual([100, false, true]);
  });

  it('only the audit service may look up references', async () => {
    for (const from of ['gateway', 'document', 'notification'] as const)
      for (const [path, body] of Object.entries({ search: { text: 'a' }, names: { ids: [randomUUID()] } }))
        expect((await app.call('POST', `/internal/tokens/${path}`, { from, body })).status).toBe(403);
  });
});
