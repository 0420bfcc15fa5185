import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runMigrations } from '@caredrop/service-kit';
import { createTestDatabase, type TestDatabase } from '@caredrop/testing';
import pg from 'pg';
import { PrismaService } from '../src/database/prisma.service.js';
import { postponeReminders } from '../src/reminder-plan/postpone-reminders.js';
import { dueReminders } from '../src/reminders/due-reminders.js';
import { migrations, TokenApp } from './support/token-app.js';

/**
 * One step of an upgrade, as described in docs/upgrades.md. The previous version is the last commit with only the first
 * migration. Its code is not included, but the statements that it sent to Postgres are: support/version-before.jsonl
 * was recorded from its own tests (each kind of statement once, with its values, and the whole life of three links).
 */

interface Statement {
  text: string;
  values: unknown[];
}

const before = readFileSync(new URL('support/version-before.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line, revive) as Statement);

function revive(_key: string, value: unknown): unknown {
  const { base64 } = (value ?? {}) as { base64?: string };
  return base64 === undefined ? value : Buffer.from(base64, 'base64');
}

const inserted = before.filter(({ text }) => text.startsWith('INSERT INTO "public"."tokens"'));
const selected = before.filter(({ text }) => text.startsWith('SELECT "public"."tokens"."id"'));
/** Matches the statement that finds one link by its hash. */
const byLinkHash = /WHERE \("public"\."tokens"\."link_hash" = \$1 AND 1=1\) LIMIT \$2 OFFSET \$3/;

/** Replays every statement of the previous version in order; returns those Postgres rejected. */
async function playBefore(client: pg.Client): Promise<string[]> {
  const refused: string[] = [];
  for (const { text, values } of before) {
    try {
      await client.query(text, values);
    } catch (error) {
      refused.push(`${(error as Error).message}: ${text}`);
    }
  }
  return refused;
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

describe('the new schema with the previous version', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase({ migrations });
  });
  afterEach(() => database.drop());

  it('the new schema accepts every statement of the previous version', async () => {
    expect(before.length).toBeGreaterThan(30);
    expect(await connected(database.url, playBefore)).toEqual([]);
  });

  it('the new version reads the rows that the previous one wrote', async () => {
    await connected(database.url, playBefore);
    const prisma = new PrismaService(database.url, 1);
    const rows = await prisma.token.findMany({ orderBy: { createdAt: 'asc' } });
    await prisma.$disconnect();
    expect(rows.map(({ id }) => id).sort()).toEqual(inserted.map(({ values }) => values[0]).sort());
    expect(rows.map(({ linkKeyId }) => linkKeyId)).toEqual(inserted.map(() => 'k1'));
  });

  it.each([
    ['a dropped column', 'ALTER TABLE tokens DROP COLUMN nickname', 'nickname'],
    ['a renamed column', 'ALTER TABLE tokens RENAME COLUMN lease_until TO lease', 'lease_until'],
    ['a new column that is required', 'ALTER TABLE tokens ADD COLUMN must text NOT NULL', 'not-null'],
    ['a stricter check constraint', `ALTER TABLE tokens ADD CHECK (link_key_id <> 'k1')`, 'check constraint'],
  ])('an incompatible schema change is detected: %s', async (_what, contraction, said) => {
    const refused = await connected(database.url, async (client) => {
      await client.query(contraction);
      return playBefore(client);
    });
    expect(refused.join('\n')).toContain(said);
  });
});

describe('a database of the previous version', () => {
  it('a link of the previous version has no reminders after the migration, and the SQL of a restore accepts its schema', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'migrations-'));
    cpSync(migrations, folder, { recursive: true });
    const [first, ...later] = readdirSync(migrations)
      .filter((name) => /^\d/.test(name))
      .sort();
    for (const name of later) rmSync(path.join(folder, name), { recursive: true });
    expect(first).toMatch(/_init$/);
    const database = await createTestDatabase({ migrations: folder });
    await connected(database.url, playBefore);
    await connected(database.url, (client) => client.query(postponeReminders));
    await runMigrations(database.url, migrations);
    const prisma = new PrismaService(database.url, 1);
    const links = await prisma.token.findMany();
    const due = await prisma.$queryRaw(dueReminders(new Date(Date.now() + 365 * 86_400_000), 100));
    await prisma.$disconnect();
    await database.drop();
    rmSync(folder, { recursive: true });
    expect(links.some(({ hasSms }) => hasSms)).toBe(true);
    for (const link of links)
      expect(link).toMatchObject({ remindersFrom: null, nextReminderAt: null, reminderCount: 0 });
    expect(due).toEqual([]);
  });
});

it('the previous version reads what the new version writes', async () => {
  const app = await TokenApp.start();
  try {
    const token = await app.create();
    const { text } = selected.find(({ text }) => byLinkHash.test(text)) as Statement;
    const { linkHash } = await app.prisma.token.findUniqueOrThrow({ where: { id: token.id } });
    const values = [Buffer.from(linkHash), 1, 0];
    const { rows } = await connected(app.env.DATABASE_URL ?? '', (client) => client.query(text, values));
    expect(rows).toEqual([expect.objectContaining({ id: token.id, status: 'active' })]);
  } finally {
    await app.stop();
  }
});

describe('the old schema with the new version', () => {
  let folder: string;
  let database: TestDatabase;

  /** The database as the previous version left it: without this version's newest migration. */
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'migrations-'));
    cpSync(migrations, folder, { recursive: true });
    rmSync(path.join(folder, newest()), { recursive: true });
    database = await createTestDatabase({ migrations: folder });
  });
  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const newest = () =>
    readdirSync(migrations)
      .filter((name) => /^\d/.test(name))
      .sort()
      .at(-1) ?? '';

  it('the service does not start and names the missing migration', async () => {
    const app = await TokenApp.start();
    await app.stop();
    const main = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));
    const env = { ...app.env, DATABASE_URL: database.url, MIGRATE: 'never' };
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ code, said }).toEqual({
      code: 1,
      said: `The database in DATABASE_URL has an earlier version's schema: it lacks ${newest()}. Run this version's migrations first (node dist/cli.js migrate)\n`,
    });
  });
});
