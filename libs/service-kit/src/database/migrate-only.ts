import { z } from 'zod';
import { loadConfig } from '../config/load-config.js';
import { databaseSettings } from '../config/settings.js';
import { runMigrations } from './run-migrations.js';

/**
 * What a migration Job does: brings the schema that DATABASE_URL names up to this version and ends. No other setting is
 * needed. Prints what it applied. Throws what {@link runMigrations} throws.
 */
export async function migrateOnly(service: string, folder: string): Promise<void> {
  const settings = z.object({ DATABASE_URL: databaseSettings.shape.DATABASE_URL });
  const { DATABASE_URL } = loadConfig(service, settings);
  const applied = await runMigrations(DATABASE_URL, folder);
  process.stdout.write(
    `${service}: ${applied.length ? `applied ${applied.join(', ')}` : 'nothing to apply'}\n`,
  );
}
