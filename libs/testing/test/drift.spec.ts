import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expectNoDrift } from '../src/index.js';

const SCHEMA = `
datasource db {
  provider = "postgresql"
}
model Thing {
  id      String   @id @db.Uuid
  name    String
  madeAt  DateTime @default(now()) @map("made_at") @db.Timestamptz(3)
  @@index([name])
  @@map("things")
}`;

const SQL = `
CREATE TABLE things (
  id uuid NOT NULL, name text NOT NULL, made_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT things_pkey PRIMARY KEY (id)
);
CREATE INDEX things_name_idx ON things (name);`;

async function project(sql: string): Promise<{ schemaPath: string; migrations: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'drift-'));
  const migrations = path.join(folder, 'migrations');
  await mkdir(path.join(migrations, '20260101000000_first'), { recursive: true });
  await writeFile(path.join(migrations, '20260101000000_first/migration.sql'), sql);
  await writeFile(path.join(folder, 'schema.prisma'), SCHEMA);
  return { schemaPath: path.join(folder, 'schema.prisma'), migrations };
}

test('the drift check passes when migrations and schema match', async () => {
  await expectNoDrift(await project(SQL));
});

test('the drift check reports an index missing from the migrations', async () => {
  const drifting = await project(SQL.split('CREATE INDEX')[0] ?? '');
  await expect(expectNoDrift(drifting)).rejects.toThrow(/CREATE INDEX "things_name_idx"/);
});

test('the drift check reports a column missing from the schema', async () => {
  const drifting = await project(`${SQL} ALTER TABLE things ADD COLUMN forgotten text;`);
  await expect(expectNoDrift(drifting)).rejects.toThrow(/DROP COLUMN "forgotten"/);
});
