import { createReadStream } from 'node:fs';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

export const DUMP_FORMAT = 'caredrop-database/1';

/**
 * What lies beside the tables' files (`<table>.copy.gz`) in the folder of a dump, as `database.json`. The tables
 * themselves are not in it: the migrations named make them, and no version of a Postgres tool stands between.
 */
export const databaseDump = z.object({
  format: z.literal(DUMP_FORMAT),
  database: z.string(),
  /** The moment whose state this is, by the database's clock. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** In an order that foreign keys allow. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** Of the file as it lies there. */
      sha256: z.string(),
    }),
  ),
  /** Last value of each sequence; null for one that was never used. */
  sequences: z.record(z.string(), z.string().nullable()),
  /**
   * By `table.column`: ids of the keys without which these rows cannot be read, each with its fingerprint; null
   * where the ring was not at hand or a key service holds the key.
   */
  keys: z.record(z.string(), z.record(z.string(), z.string().nullable())),
});
export type DatabaseDump = z.infer<typeof databaseDump>;

/** The dump is not whole, or none at all. */
export class DumpDamaged extends Error {
  constructor(folder: string, reason: string) {
    super(`The backup in ${folder} cannot be used: ${reason}`);
    this.name = 'DumpDamaged';
  }
}

export const tableFile = (folder: string, table: string): string => path.join(folder, `${table}.copy.gz`);
export const manifestFile = (folder: string): string => path.join(folder, 'database.json');

/** Throws {@link DumpDamaged} when there is none or it is of another format. */
export async function readDump(folder: string): Promise<DatabaseDump> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => undefined);
  if (text === undefined) throw new DumpDamaged(folder, 'it has no database.json');
  const dump = databaseDump.safeParse(parseJson(text));
  if (!dump.success) throw new DumpDamaged(folder, 'database.json is not of the known format');
  return dump.data;
}

/** Reads every file before anything is touched. Throws {@link DumpDamaged} naming the first that is not as written. */
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
