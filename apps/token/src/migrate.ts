import { failStart, migrateOnly } from '@caredrop/service-kit';
import { migrationsFolder } from './database/migrations.js';

// `node dist/migrate.js`: run before starting a new version of the service where MIGRATE=never.
migrateOnly('token', migrationsFolder).catch(failStart);
