import { createReadStream } from 'node:fs';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

export const DUMP_FORMAT = 'caredrop-database/1';

/**
 * The manifest, `database.json`, next to the tables' files (`<table>.copy.gz`) in the folder of a dump. The tables
 * themselves are created by the migrations it names, whatever the version of Postgres (docs/adr/0012).
 */
const databaseDump = z.object({
  format: z.literal(DUMP_FORMAT),
  database: z.string(),
  /** The time of the dumped state, by the database's clock. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Tables in an order that foreign keys allow. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** Hash of the file as stored. */
      sha256: z.string(),
    }),
  ),
  /** Last value of each sequence; null for one that was never used. */
  sequences: z.record(z.string(), z.string().nullable()),
  /**
   * Ids of the keys needed to read the rows, by `table.column`, each with its fingerprint; null when the ring was not
   * available or lacked the key, or when a key service holds it.
   */
  keys: z.record(z.string(), z.record(z.string(), z.string().nullable())),
});
export type DatabaseDump = z.infer<typeof databaseDump>;

/** The dump is missing, incomplete, changed or in an unknown format. */
export class DumpDamaged extends Error {
  constructor(folder: string, reason: string) {
    super(`The backup in ${folder} cannot be used: ${reason}`);
    this.name = 'DumpDamaged';
  }
}

export const tableFile = (folder: string, table: string): string => path.join(folder, `${table}.copy.gz`);
export const manifestFile = (folder: string): string => path.join(folder, 'database.json');

/** Throws {@link DumpDamaged} when the manifest is missing or has another format. */
export async function readDump(folder: string): Promise<DatabaseDump> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => undefined);
  if (text === undefined) throw new DumpDamaged(folder, 'it has no database.json');
  const dump = databaseDump.safeParse(parseJson(text));
  if (!dump.success) throw new DumpDamaged(folder, 'database.json has an unknown format');
  return dump.data;
}

/**
 * Verifies every file before anything is changed. Throws {@link DumpDamaged} naming the first that differs.
 */
export async function verifyDump(folder: string, dump: DatabaseDump): Promise<void> {
  for (const { name, sha256 } of dump.tables) {
    const found = await hashOf(tableFile(folder, name)).catch(() => 'missing');
    if (found !== sha256) throw new DumpDamaged(folder, `${name} is missing or was changed`);
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
