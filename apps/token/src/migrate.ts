import { failStart, migrateOnly } from '@caredrop/service-kit';
import { migrationsFolder } from './database/migrations.js';

// `node dist/migrate.js`: the Job that runs before a roll-out where MIGRATE=never.
migrateOnly('token', migrationsFolder).catch(failStart);
