import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../stack/paths.ts';
import { databaseOwners } from '../stack/service-names.ts';
import { allowedValues, contractionsIn } from './support/contractions.ts';
import { actionsOf, statementsOf } from './support/sql-statements.ts';

/** Migrations that are exempt from the rule, with the reason. */
const before: Record<string, string> = {
  ...Object.fromEntries(
    databaseOwners.map((service) => [
      `${service}/20261126070000_outbox_order`,
      'the type has more digits: every timestamp that the previous version writes fits',
    ]),
  ),
  'audit/20261127000000_entries_from_one':
    'its constraint refuses only entries before the first one, which no version writes',
  'token/20261122000010_ended_counts':
    'its triggers refuse nothing: each only appends a row to a separate table',
  'document/20261122000010_document_counts':
    'its triggers refuse nothing: each only appends a row to a separate table',
  'token/20261121000010_lost_documents_retired_keys':
    'its trigger refuses keys that an operator has retired, which is done only after the roll-out',
  'token/20261123160000_patient_check':
    'its triggers act on new columns only, which the previous version does not write',
  'token/20261125230000_requests':
    'the changed function does more only for links of requests, which the previous version does not make',
  'notification/20261123000041_collected_mail':
    'its constraints and its index refuse only rows that are being collected, which the previous version does not write',
  'document/20261121000010_lost_documents_retired_keys':
    'its trigger refuses keys that an operator has retired, which is done only after the roll-out',
};

const migrationsOf = (service: string) => {
  const folder = path.join(root, 'apps', service, 'prisma/migrations');
  const names = readdirSync(folder).filter((name) => /^\d{14}_/.test(name));
  return names.sort().map((name) => ({
    id: `${service}/${name}`,
    sql: readFileSync(path.join(folder, name, 'migration.sql'), 'utf8'),
  }));
};

describe.each([...databaseOwners])('the migrations of %s', (service) => {
  const migrations = migrationsOf(service);

  it('the migrations keep the schema compatible with the previous version', () => {
    const contracting = migrations.filter(({ id }) => !Object.hasOwn(before, id));
    const found = contracting.map(({ id, sql }) => ({ id, contractions: contractionsIn(sql) }));
    expect(found.filter(({ contractions }) => contractions.length > 0)).toEqual([]);
  });

  it('the migrations keep every allowed value', () => {
    const allowed = new Map<string, Set<string>>();
    for (const { id, sql } of migrations) {
      for (const [name, values] of allowedValues(sql)) {
        const lost = [...(allowed.get(name) ?? [])].filter((value) => !values.has(value));
        expect({ id, name, lost }).toEqual({ id, name, lost: [] });
        allowed.set(name, values);
      }
    }
  });
});

it('every exception to the migration rule refers to an existing migration', () => {
  const all = databaseOwners.flatMap((service) => migrationsOf(service).map(({ id }) => id));
  expect(Object.keys(before).filter((id) => !all.includes(id))).toEqual([]);
});

describe('detection of incompatible statements', () => {
  it.each([
    'ALTER TABLE "tokens" DROP COLUMN "notes"',
    'ALTER TABLE "tokens" ADD COLUMN "a" text, DROP COLUMN "notes"',
    'DROP TABLE "sms_sends"',
    'ALTER TABLE "tokens" RENAME COLUMN "notes" TO "remarks"',
    'ALTER TABLE "tokens" RENAME TO "links"',
    'ALTER TABLE "tokens" ALTER COLUMN "notes" SET NOT NULL',
    'ALTER TABLE "tokens" ALTER COLUMN "notes" TYPE varchar(10)',
    'ALTER TABLE "tokens" ALTER COLUMN "status" DROP DEFAULT',
    'ALTER TABLE "tokens" ADD COLUMN "must" text NOT NULL',
    'ALTER TABLE "tokens" ADD COLUMN "one" text UNIQUE',
    'ALTER TABLE "tokens" ADD CONSTRAINT "short" CHECK (length("notes") < 9)',
    'ALTER TABLE "tokens" DROP CONSTRAINT "tokens_pkey"',
    'CREATE UNIQUE INDEX "one_nickname" ON "tokens" ("nickname")',
    'CREATE TRIGGER "no" BEFORE INSERT ON "tokens" FOR EACH ROW EXECUTE FUNCTION "no"()',
    'UPDATE "tokens" SET "status" = \'gone\'',
    'DELETE FROM "tokens"',
    'TRUNCATE "tokens"',
    'REVOKE INSERT ON "tokens" FROM "caredrop_token"',
    "DO $$ BEGIN EXECUTE 'DROP TABLE x'; END $$",
    '/* ALTER TABLE "x" ADD COLUMN "a" text; */ drop table "tokens"',
  ])('an incompatible statement is reported: %s', (statement) => {
    expect(contractionsIn(`CREATE TABLE "other" ("id" int);\n${statement};`)).toHaveLength(1);
  });

  it('a column may be dropped when the file names the first release that no longer needs it', () => {
    const drop = 'ALTER TABLE "tokens" DROP COLUMN "notes";';
    const reason = '-- contracts: nothing reads it since 0.4.0: notes are comments now';
    expect(contractionsIn(`${reason}\n${drop}`)).toEqual([]);
    expect(contractionsIn(`-- contracts: it is not needed\n${drop}`)).toHaveLength(1);
    expect(contractionsIn(`-- contracts: nothing reads it since soon: really\n${drop}`)).toHaveLength(1);
  });
});

describe('compatible statements', () => {
  it.each([
    'CREATE TABLE "t" ("id" int NOT NULL); CREATE UNIQUE INDEX "u" ON "t" ("id"); ALTER TABLE "t" ADD UNIQUE ("id")',
    'ALTER TABLE "tokens" ADD COLUMN "a" text, ADD COLUMN "b" text',
    'ALTER TABLE "tokens" ADD COLUMN "n" integer NOT NULL DEFAULT 0',
    'ALTER TABLE "tokens" ALTER COLUMN "notes" DROP NOT NULL',
    'CREATE INDEX "i" ON "tokens" ("notes")',
    'DROP INDEX "i"',
    `ALTER TABLE "t" DROP CONSTRAINT "k"; ALTER TABLE "t" ADD CONSTRAINT "k" CHECK ("s" IN ('a', 'b', 'c'))`,
    '-- DROP TABLE "tokens";\nCREATE EXTENSION IF NOT EXISTS pg_trgm',
  ])('a compatible statement is accepted: %s', (sql) => {
    expect(contractionsIn(sql)).toEqual([]);
  });

  it('a check constraint that loses an allowed value is detected', () => {
    const first = allowedValues(`CONSTRAINT "k" CHECK ("s" IN ('a', 'b'))`);
    const second = allowedValues(`ADD CONSTRAINT "k"\n CHECK ("s" IN ('a'))`);
    expect([...(first.get('"k"') ?? [])].filter((value) => !second.get('"k"')?.has(value))).toEqual(["'b'"]);
  });
});

it('SQL is split into statements and actions in the same way as in Postgres', () => {
  const sql = `CREATE FUNCTION f() AS $$ BEGIN a; b; END $$; -- c; d\nINSERT INTO t VALUES ('x;y', ';''z');`;
  expect(statementsOf(sql)).toEqual([
    'CREATE FUNCTION f() AS $$ BEGIN a; b; END $$',
    `INSERT INTO t VALUES ('x;y', ';''z')`,
  ]);
  expect(actionsOf(`ADD COLUMN a numeric(1,2) DEFAULT ',', DROP COLUMN b`)).toEqual([
    `ADD COLUMN a numeric(1,2) DEFAULT ','`,
    'DROP COLUMN b',
  ]);
});
