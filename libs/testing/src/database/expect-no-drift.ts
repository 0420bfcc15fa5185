import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createTestDatabase } from './create-test-database.js';
import { schemaEngine } from './schema-engine.js';

export interface DriftOptions {
  /** Absolute path of schema.prisma. */
  schemaPath: string;
  /** Absolute path of prisma/migrations. */
  migrations: string;
  /** A database to which the migrations were applied; created when omitted. */
  url?: string;
}

/** Fails with the missing SQL when the migrations do not produce the tables that schema.prisma describes. */
export async function expectNoDrift({ schemaPath, migrations, url }: DriftOptions): Promise<void> {
  const database = url ? undefined : await createTestDatabase({ migrations });
  try {
    const sql = await migrationScript(url ?? database?.url ?? '', schemaPath);
    if (!sql.includes('empty migration')) {
      throw new Error(
        `The migrations and ${schemaPath} disagree. A new migration would have to run:\n\n${sql}`,
      );
    }
  } finally {
    await database?.drop();
  }
}

/** Returns the SQL that turns the database into the schema; a comment when there is nothing to do. */
async function migrationScript(url: string, schemaPath: string): Promise<string> {
  const content = await readFile(schemaPath, 'utf8');
  const files = [{ path: schemaPath, content }];
  const { engine, close } = await schemaEngine(url);
  try {
    const { stdout } = await engine.diff({
      // Despite the tag's name, the engine reads the database of the adapter, which is connected to `url`.
      from: { tag: 'schemaDatasource', files, configDir: path.dirname(schemaPath) },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? '';
  } finally {
    await close();
  }
}
