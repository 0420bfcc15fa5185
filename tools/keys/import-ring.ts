import pg from 'pg';
import { databaseUrl } from '../stack/databases.ts';
import { keyFile, readRing, ringFields, writeRing, type RingName } from '../stack/key-files.ts';
import type { Home } from '../stack/paths.ts';
import { runningManager } from '../stack/process-list.ts';
import { runningStack } from '../stack/running-stack.ts';
import { savedSecrets, type KeyRing, type Secrets } from '../stack/secrets.ts';
import type { DatabaseOwner } from '../stack/service-names.ts';
import { withDataServices } from '../stack/with-data-services.ts';

/** Columns with the ids of the keys that rows need. */
interface KeyColumns {
  owner: DatabaseOwner;
  columns: [table: string, column: string][];
}

/** Nothing is stored under FILE_URL_KEYS. */
const keyColumns: Partial<Record<RingName, KeyColumns>> = {
  KEK_KEYS: { owner: 'document', columns: [['documents', 'key_id']] },
  LINK_KEYS: {
    owner: 'token',
    columns: [
      ['tokens', 'link_key_id'],
      ['tokens', 'check_key_id'],
    ],
  },
  SECOND_FACTOR_KEYS: {
    owner: 'auth',
    columns: [
      ['second_factors', 'key_id'],
      ['second_factor_enrolments', 'key_id'],
    ],
  },
};

/** Equal in all exports of a home, unless an operator has changed them. */
const marks = ['auditKey', 'auditExportKey', 'demo', 'sessionKeys'] as const;

/**
 * Replaces the file of one ring, which may be missing or broken, while the stack runs or not. Throws, and changes
 * nothing, if the export is from another home or lacks a key that is in the file or that rows need.
 */
export async function importRing(
  home: Home,
  name: RingName,
  given: Partial<Secrets>,
  say: (line: string) => void,
): Promise<string> {
  const ring = given[ringFields[name]];
  if (!ring) throw new Error(`The file does not contain ${name}`);
  const saved = savedSecrets(home);
  if (!marks.some((mark) => JSON.stringify(given[mark]) === JSON.stringify(saved[mark])))
    throw new Error(`The file was exported from another home than ${home.folder}`);
  const needed = [...idsInFile(home, name), ...(await idsInRows(home, name, say))];
  const lost = [...new Set(needed)].filter((id) => !Object.hasOwn(ring.keys, id));
  if (lost.length > 0)
    throw new Error(
      `The file lacks keys of ${name} that stored data needs: ${lost.join(', ')}. Import a newer export`,
    );
  writeRing(keyFile(home, name), ring);
  return `Imported ${name} into ${home.folder}. Running services read it within a second.`;
}

function idsInFile(home: Home, name: RingName): string[] {
  let ring: KeyRing;
  try {
    ring = readRing(home, name);
  } catch {
    return []; // Broken or missing, which is what the import repairs.
  }
  return Object.keys(ring.keys);
}

async function idsInRows(home: Home, name: RingName, say: (line: string) => void): Promise<string[]> {
  const used = keyColumns[name];
  if (!used) return [];
  if (runningManager(home) !== undefined) return idsIn(runningStack().database(used.owner), used);
  return withDataServices(
    home,
    () => savedSecrets(home),
    say,
    ({ postgresUrl }, secrets) => idsIn(databaseUrl(postgresUrl, used.owner, secrets), used),
  );
}

async function idsIn(connectionString: string, { columns }: KeyColumns): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const ids: string[] = [];
    for (const [table, column] of columns) {
      const { rows } = await client.query<{ id: string }>(
        `SELECT DISTINCT ${column} AS id FROM ${table} WHERE ${column} IS NOT NULL`,
      );
      ids.push(...rows.map(({ id }) => id));
    }
    return ids;
  } finally {
    await client.end();
  }
}
