import { z } from 'zod';
import { command, said, type Command, type Env } from './command.js';
import { loadConfig } from '../config/load-config.js';
import { databaseSettings } from '../config/settings.js';
import { runMigrations } from '../database/run-migrations.js';

/**
 * Migrates the database of DATABASE_URL to this version and prints what it applied. Run it before starting a service
 * with MIGRATE=never. Needs no other setting. Throws the errors of {@link runMigrations}.
 */
export async function migrateOnly(service: string, folder: string): Promise<void> {
  process.stdout.write(`${await migrate(service, folder)}\n`);
}

/** The same migration as an operator's command. */
export const migrateCommand = (service: string, folder: string): Command =>
  command({
    about:
      'Migrates the database to this version; the previous version keeps working with it (docs/upgrades.md).',
    run: async ({ env }) => said(await migrate(service, folder, env)),
  });

async function migrate(service: string, folder: string, env?: Env): Promise<string> {
  const settings = z.object({ DATABASE_URL: databaseSettings.shape.DATABASE_URL });
  const { DATABASE_URL } = loadConfig(service, settings, env);
  const applied = await runMigrations(DATABASE_URL, folder);
  return `${service}: ${applied.length ? `applied ${applied.join(', ')}` : 'nothing to apply'}`;
}
