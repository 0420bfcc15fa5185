import { command, said, WrongUsage, type Commands, type Env } from './command.js';
import type { KeyRing } from '../crypto/key-ring.js';
import type { DatabaseDump } from '../database/database-dump.js';
import { dumpDatabase, type KeyRings } from '../database/dump-database.js';
import { prepareRestored, restoreDatabase } from '../database/restore-database.js';

/** Facts about a service's database that backup and restore need. */
export interface BackupSource {
  databaseUrl: string;
  /** The service's `prisma/migrations`. */
  migrations: string;
  /** The rings that seal the rows, by `table.column`: a restore fails when a key is missing. */
  rings: Record<string, KeyRing>;
  /** See {@link prepareRestored}. */
  afterRestore?: string;
}

/**
 * `backup`, `restore` and `after-restore` of one service's database (docs/backup.md). `read` throws for invalid
 * settings.
 */
export const backupCommands = (read: (env: Env | undefined) => BackupSource): Commands => ({
  backup: command({
    usage: '--to <folder>',
    about: "Copies this service's database as it is now, while the service keeps running.",
    options: { to: { type: 'string' } },
    run: async ({ options: { to }, env }) => {
      if (!to) throw new WrongUsage();
      const { databaseUrl, rings } = read(env);
      const dump = await dumpDatabase(databaseUrl, to, rings satisfies KeyRings);
      return said(`${dump.database}: ${String(rowsOf(dump))} rows of ${dump.takenAt}`);
    },
  }),
  restore: command({
    usage: '--from <folder> [--replace] [--check]',
    about: `Restores this service's database from a backup. The service must not run; existing data is deleted only with
      --replace. --check only tests whether a restore is possible: a newer version, a damaged file or a missing key prevents it.`,
    options: {
      from: { type: 'string' },
      replace: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
    run: async ({ options: { from: folder, replace, check: checkOnly }, env }) => {
      if (!folder) throw new WrongUsage();
      const dump = await restoreDatabase({ ...read(env), folder, replace, checkOnly });
      if (checkOnly) return said(`${dump.database}: can be restored`);
      return said(`${dump.database}: ${String(rowsOf(dump))} rows of ${dump.takenAt} restored`);
    },
  }),
  'after-restore': command({
    about: `Prepares this service's database after a restore by other means, for example to a point in time; restore does the
      same itself. The service must not run.`,
    run: async ({ env }) => said(`${await prepareRestored(read(env))}: its service may start`),
  }),
});

const rowsOf = ({ tables }: DatabaseDump) => tables.reduce((sum, { rows }) => sum + rows, 0);
