import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TokenStats, TokenStatus } from '@caredrop/contracts';
import { dumpDatabase, restoreDatabase } from '@caredrop/service-kit';
import { createTestDatabase, type TestDatabase } from '@caredrop/testing';
import { PrismaService } from '../src/database/prisma.service.js';
import { addUpEnded } from '../src/tokens/token-counts.js';
import { TokenQueries } from '../src/tokens/tokens.queries.js';
import { migrations } from './support/token-app.js';

const statuses = [undefined, 'active', 'used', 'expired', 'revoked'] as const;
let database: TestDatabase;
let prisma: PrismaService;

beforeEach(async () => {
  database = await createTestDatabase({ migrations });
  prisma = new PrismaService(database.url, 4);
});
afterEach(async () => {
  await prisma.$disconnect();
  await database.drop();
});

/** Inserts links that expire `hours` from now; with `written` 'confirmed', active ones whose upload is confirmed. */
async function links(written: TokenStatus | 'confirmed', count: number, hours = 24 * 20): Promise<void> {
  const status = written === 'confirmed' ? 'active' : written;
  await prisma.$executeRaw`
    INSERT INTO tokens (id, owner_id, owner_first_name, owner_last_name, link_hash, link_prefix, link_key_id, link_sealed,
      patient_ref_id, status, expires_at, claim_id, confirmed_at)
    SELECT gen_random_uuid(), ${randomUUID()}::uuid, 'A', 'B', sha256(gen_random_uuid()::text::bytea), 'abcdefgh', 'k', '',
      'PT-1', ${status}, now() + ${hours} * interval '1 hour',
      CASE WHEN ${written === 'confirmed'} THEN gen_random_uuid() END, CASE WHEN ${written === 'confirmed'} THEN now() END
    FROM generate_series(1, ${count}::int)`;
}

const end = (status: TokenStatus, count: number) => prisma.$executeRaw`
  UPDATE tokens SET status = ${status}
  WHERE id IN (SELECT id FROM tokens WHERE status = 'active' ORDER BY expires_at LIMIT ${count}::int)`;

/**
 * Counts of all, then of each state; with a search that every reference matches, they are counted row by row.
 */
async function figures(search?: string): Promise<(TokenStats | undefined)[]> {
  const queries = new TokenQueries(prisma);
  const pages = statuses.map((status) =>
    queries.monitor({ limit: 1, ...(status && { status }), ...(search && { search }) }),
  );
  return (await Promise.all(pages)).map(({ stats }) => stats);
}
const recounted = () => figures('PT');

async function everyKind(): Promise<void> {
  await links('active', 30);
  await links('active', 3, 1 / 60);
  await links('active', 4, 24 * 5);
  await links('active', 5, -1);
  await links('confirmed', 2);
  await links('confirmed', 2, -1);
  await links('revoked', 6);
  await links('used', 1);
}

it('the maintained link counts equal a recount by state, claim and time', async () => {
  await everyKind();
  const [all] = await figures();
  expect(all).toMatchObject({ total: 53, active: 37, used: 5, expired: 5, revoked: 6, expiringThisWeek: 7 });
  expect(await figures()).toEqual(await recounted());
});

it('the link counts stay correct through expiry, use, revocation, repair and deletion', async () => {
  await everyKind();
  await end('expired', 5);
  await end('used', 7);
  await end('revoked', 2);
  await prisma.$executeRaw`UPDATE tokens SET status = 'active' WHERE status = 'revoked'`;
  await prisma.$executeRaw`DELETE FROM tokens WHERE status = 'used' OR expires_at > now() + interval '400 hours'`;
  expect(await figures()).toEqual(await recounted());
});

it('a rolled-back change does not affect the link counts', async () => {
  await links('active', 3);
  const undone = prisma.$transaction(async (tx) => {
    await tx.$executeRaw`UPDATE tokens SET status = 'revoked'`;
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect((await figures())[0]).toMatchObject({ active: 3, revoked: 0 });
});

it('the link counts stay correct while several workers add up changes at the same time', async () => {
  await links('active', 60);
  const steps = Array.from({ length: 20 }, (_, nth) => [
    prisma.$executeRaw`UPDATE tokens SET status = 'used' WHERE id IN (SELECT id FROM tokens WHERE status = 'active' OFFSET ${nth * 2} LIMIT 2 FOR UPDATE SKIP LOCKED)`,
    prisma.$executeRaw(addUpEnded),
    figures().then(([all]) => expect(all?.total).toBe(60)),
  ]);
  await Promise.all(steps.flat());
  await prisma.$executeRaw(addUpEnded);
  expect(await figures()).toEqual(await recounted());
  expect(await prisma.endedCount.count()).toBe(1);
});

it('a restored token database has the counts of its dump', async () => {
  await everyKind();
  const before = await figures();
  const folder = await mkdtemp(path.join(tmpdir(), 'counts-'));
  await dumpDatabase(database.url, folder);
  await prisma.$disconnect();
  await restoreDatabase({ databaseUrl: database.url, folder, migrations, replace: true });
  prisma = new PrismaService(database.url, 4);
  expect(await figures()).toEqual(before);
  await rm(folder, { recursive: true });
});
