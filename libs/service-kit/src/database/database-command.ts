import { parseArgs } from 'node:util';
import { z } from 'zod';
import { loadConfig } from '../config/load-config.js';
import { databaseSettings, keyRing } from '../config/settings.js';
import { KeyRing } from '../crypto/key-ring.js';
import type { DatabaseDump } from './database-dump.js';
import { dumpDatabase, type KeyRings } from './dump-database.js';
import { restoreDatabase } from './restore-database.js';

const USAGE = `Usage, with DATABASE_URL set and in the folder of the service:
  caredrop-database backup --to <folder>
      Copies the database as it stands now; the service goes on meanwhile.
  caredrop-database restore --from <folder> [--replace] [--check]
      Makes the database what the backup says. The service must not run; what is there goes only with --replace.
      --check only sees whether it would be refused.
  --keys <table.column>=<setting>, for both, once or more
      The key ring that the rows of this table are sealed under: a restore refuses when a key that they need is
      missing or another one, and says which.`;

const flags = {
  to: { type: 'string' },
  from: { type: 'string' },
  replace: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  keys: { type: 'string', multiple: true, default: [] as string[] },
  migrations: { type: 'string', default: 'prisma/migrations' },
} as const;

/** Backup and restore of one service's database, in an image too. Answers what to print; throws a sentence. */
export async function databaseCommand(
  argv: string[],
  env?: Record<string, string | undefined>,
): Promise<string> {
  const { values, positionals } = parseArgs({ args: argv, options: flags, allowPositionals: true });
  const verb = positionals.join(' ');
  const { DATABASE_URL } = loadConfig('caredrop-database', databaseSettings, env);
  const rings = ringsOf(values.keys, env);
  if (verb === 'backup' && values.to) {
    const dump = await dumpDatabase(DATABASE_URL, values.to, rings);
    return `${dump.database}: ${rowsOf(dump)} rows of ${dump.takenAt}`;
  }
  if (verb === 'restore' && values.from) {
    const { from: folder, migrations, replace, check: checkOnly } = values;
    const dump = await restoreDatabase({
      databaseUrl: DATABASE_URL,
      folder,
      migrations,
      replace,
      rings,
      checkOnly,
    });
    if (checkOnly) return `${dump.database}: can be restored`;
    return `${dump.database}: ${rowsOf(dump)} rows of ${dump.takenAt} are back`;
  }
  throw new Error(USAGE);
}

const rowsOf = ({ tables }: DatabaseDump) => tables.reduce((sum, { rows }) => sum + rows, 0);

/** `documents.key_id=KEK_KEYS`: the ring comes from the setting of that name. */
function ringsOf(given: string[], env: Record<string, string | undefined> | undefined): KeyRings {
  const pairs = given.map((text) => {
    const [column = '', setting = ''] = text.split('=');
    const config = loadConfig('caredrop-database', z.object({ [setting]: keyRing }), env);
    const ring = config[setting];
    if (!ring) throw new Error(USAGE);
    return [column, new KeyRing(ring)] as const;
  });
  return Object.fromEntries(pairs);
}
