import { randomUUID } from 'node:crypto';
import type { MonitorQuery, TokensQuery } from '@caredrop/contracts';
import { createTestDatabase, type TestDatabase } from '@caredrop/testing';
import { PrismaService } from '../src/database/prisma.service.js';
import { Prisma } from '../src/generated/prisma/client.js';
import { attentionOf } from '../src/attention/attention.queries.js';
import { dueRenewals } from '../src/renewals/renew-automatically.js';
import { hashTokenValue } from '../src/tokens/token-value.js';
import { countsOf, waitsOf } from '../src/statistics/statistics-sql.js';
import { TokenQueries } from '../src/tokens/tokens.queries.js';
import { migrations } from './support/token-app.js';

const owners = [randomUUID(), randomUUID()];
const busy = owners[0] ?? '';
const reader = (userId = '', more: { teams?: string[]; covers?: string[] } = {}) => ({
  ...{ userId, teams: [], covers: [] },
  ...more,
});
const teams = [randomUUID(), randomUUID()];
let database: TestDatabase;
let prisma: PrismaService;

/**
 * Inserts enough rows that a full scan costs more than any index, but no more than ANALYZE reads completely: with a
 * sample, the statistics, and sometimes the plans, would differ between runs.
 */
beforeAll(async () => {
  database = await createTestDatabase({ migrations });
  prisma = new PrismaService(database.url, 2);
  await prisma.$executeRaw`
    INSERT INTO tokens (id, owner_id, owner_first_name, owner_last_name, link_hash, link_prefix, link_key_id, link_sealed,
      patient_ref_id, status, created_at, expires_at)
    SELECT gen_random_uuid(), (${owners}::uuid[])[1 + (n % 100 = 0)::int], 'A', 'B', sha256(n::text::bytea),
      substr(md5(n::text), 1, 8), 'k1', '', 'PT-' || lpad(n::text, 6, '0'),
      CASE WHEN n % 20 = 0 THEN 'active' ELSE 'expired' END, now() - n * interval '1 minute',
      now() + (n % 200) * interval '6 hours'
    FROM generate_series(1, 30000) AS n`;
  await prisma.$executeRaw`
    UPDATE tokens SET team_id = (${teams}::uuid[])[1 + (link_prefix < '8')::int] WHERE link_prefix < '1' OR link_prefix > 'f'`;
  await prisma.$executeRaw`VACUUM ANALYZE tokens`;
});
afterAll(async () => {
  await prisma.$disconnect();
  await database.drop();
});

/** The query plans of the list's rows and of its counts: [rows, counts]. */
async function plansOf(ask: (queries: TokenQueries) => Promise<unknown>): Promise<string[]> {
  const asked: Prisma.Sql[] = [];
  const remember = (query: Prisma.Sql) => {
    asked.push(query);
    return Promise.resolve(query.sql.includes('count(*)') ? [{}] : []);
  };
  await ask(new TokenQueries({ $queryRaw: remember } as unknown as PrismaService));
  return Promise.all(asked.map(planOf));
}

async function planOf(query: Prisma.Sql): Promise<string> {
  const lines = await prisma.$queryRaw<{ 'QUERY PLAN': string }[]>(Prisma.sql`EXPLAIN ${query}`);
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}

const monitor = (filter: Partial<MonitorQuery>) =>
  plansOf((queries) => queries.monitor({ limit: 50, ...filter }));

const found = /Bitmap Index Scan on tokens_patient_ref_id_link_prefix_idx/;

describe('the query plan of a link list', () => {
  it.each<[string, Partial<MonitorQuery>, RegExp]>([
    ['of everyone’s links', {}, /Index Scan using tokens_created_at_id_idx/],
    ['of one state', { status: 'expired' }, /Index Scan using tokens_/],
    ['of one clinician', { userId: busy }, /Index Scan using tokens_/],
    ['of links that end this week', { status: 'active', expiryRange: 'week' }, /Index Scan \w+ tokens_/],
    ['found by part of the reference', { search: 't-01234' }, found],
    ['found by a reference that no link has', { search: 'no such thing' }, found],
    ['found by the start of a link', { search: 'c4ca42' }, found],
    ['found by a whole link', { search: 'A'.repeat(43) }, /tokens_link_hash_key/],
  ])('an index is used for a link list %s', async (_what, filter, index) => {
    const [rows] = await monitor(filter);
    expect(rows).toMatch(index);
    expect(rows).not.toContain('Seq Scan');
  });

  it('an index is used for every page of the clinician’s own links', async () => {
    const own = /Index Scan using tokens_owner_id_created_at_id_idx/;
    const cursor = Buffer.from(JSON.stringify([new Date().toISOString(), randomUUID()])).toString(
      'base64url',
    );
    const [first] = await plansOf((queries) => queries.own(reader(owners[1]), { limit: 50 }));
    const [later] = await plansOf((queries) => queries.own(reader(owners[1]), { limit: 50, cursor }));
    expect([first, later]).toEqual([expect.stringMatching(own), expect.stringMatching(own)]);
    expect(later).toMatch(/Index Cond:.*ROW\(created_at, id\) </);
  });
});

it.each<[string, Partial<TokensQuery>, RegExp]>([
  ['sorted by expiry', { sort: 'expiry' }, /Index Scan using tokens_owner_id_expires_at_id_idx/],
  ['searched in all texts', { search: 'letter' }, /tokens_owner_id_\w+_idx/],
  ['of one state', { status: 'active', sort: 'expiry' }, /tokens_owner_id_\w+_idx/],
])('an index is used for a user’s own list %s', async (_what, query, index) => {
  const [rows, counts] = await plansOf((queries) => queries.own(reader(owners[1]), { limit: 50, ...query }));
  for (const plan of [rows, counts]) {
    expect(plan).toMatch(/tokens_owner_id_\w+_idx/);
    expect(plan).not.toContain('Seq Scan');
  }
  expect(rows).toMatch(index);
});

describe('the query plan of colleagues’ links', () => {
  const member = reader(owners[1], { teams, covers: owners });

  it.each([
    ['of two teams', { scope: 'team' }, /tokens_team_id_created_at_idx[^]*tokens_team_id_created_at_idx/],
    ['of two teams by expiry', { scope: 'team', sort: 'expiry' }, /tokens_team_id_expires_at_idx/],
    [
      'of two teams, searched in all texts,',
      { scope: 'team', search: 'letter' },
      /tokens_nickname_notes_idx/,
    ],
    ['of covered colleagues', { scope: 'covered' }, /tokens_owner_id_created_at_id_idx/],
  ] as const)('the lists %s are merged from indexes', async (_what, query, index) => {
    const [rows, counts] = await plansOf((queries) => queries.own(member, { limit: 50, ...query }));
    expect(rows).toMatch(index);
    expect(rows).not.toContain('Seq Scan');
    if (query.scope === 'team') expect(counts).not.toContain('Seq Scan');
  });

  it.each(['team', 'any'] as const)(
    'the table is not scanned for links that need attention, scope %s',
    async (scope) => {
      const quiet = reader(owners[1], { teams });
      const plan = await planOf(
        attentionOf(quiet, { show: 'open', limit: 50, everyone: false, scope }, new Date()),
      );
      expect(plan).not.toContain('Seq Scan on tokens');
    },
  );
});

describe('the query plan of link counts', () => {
  it.each<[string, Partial<MonitorQuery>]>([
    ['of a clinician with few links', { userId: owners[1] ?? '' }],
    ['of a search', { search: 't-01234' }],
    ['of a whole link', { search: hashTokenValue('x').toString('hex').slice(0, 43) }],
  ])('an index is used for the link counts %s', async (_what, filter) => {
    const [, figures] = await monitor(filter);
    expect(figures).toMatch(/^Aggregate/);
    expect(figures).not.toContain('Seq Scan');
  });

  it('an index-only scan is used for the counts of the clinician’s own links', async () => {
    const [, figures] = await plansOf((queries) => queries.own(reader(owners[1]), { limit: 50 }));
    expect(figures).toMatch(/Index Only Scan using tokens_owner_id_status_confirmed_at_expires_at_idx/);
  });

  it.each<[string, Partial<MonitorQuery>]>([
    ['everyone’s links', {}],
    ['the links in one state', { status: 'expired' }],
  ])('counting %s reads only the active links', async (_what, filter) => {
    const [, figures] = await monitor(filter);
    // The index, and whether a bitmap is used, depend on the current statistics.
    expect(figures).toMatch(/Index (Only )?Scan .*tokens_(owner_id_)?status_confirmed_at_expires_at_idx/);
    expect(figures).toMatch(/Index Cond: \(status = 'active'::text\)/);
    expect(figures).not.toContain('Seq Scan on tokens');
  });
});

it('requests that are due for automatic renewal are read through their partial index', async () => {
  expect(await planOf(dueRenewals)).toContain('Index Scan using tokens_auto_renewal_due_idx');
});

describe('the query plan of the links that need attention', () => {
  it.each([
    ['of a clinician with few links', owners[1] ?? '', false],
    ['of a clinician with many links', busy, false],
    ['of everyone', busy, true],
  ])('partial indexes are used for the links %s', async (_what, owner, everyone) => {
    const plan = await planOf(attentionOf(reader(owner), { show: 'open', limit: 50, everyone }, new Date()));
    for (const index of ['document', 'reported', 'opened', 'reminded'])
      expect(plan).toContain(`tokens_attention_${index}_idx`);
    expect(plan).not.toContain('Seq Scan on tokens');
  });
});

describe('the query plan of the statistics', () => {
  const [since, before] = [new Date(Date.now() - 3 * 86_400_000), new Date(Date.now() - 2 * 86_400_000)];

  it.each([
    ['of a day', null, /tokens_created_at_id_idx/],
    ['of a clinician with few links', owners[1] ?? '', /tokens_owner_id_created_at_id_idx/],
  ])('the links %s are found by an index', async (_what, ownerId, index) => {
    const cohort = { since, before, ownerId };
    for (const query of [countsOf(cohort, 'channel'), waitsOf(cohort)]) {
      const plan = await planOf(query);
      expect(plan).toMatch(index);
      expect(plan).not.toContain('Seq Scan on tokens');
    }
  });
});
