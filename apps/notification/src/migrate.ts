import { failStart, migrateOnly } from '@caredrop/service-kit';
import { migrationsFolder } from './database/migrations.js';

// `node dist/migrate.js`: run before the service of a new version where MIGRATE=never.
migrateOnly('notification', migrationsFolder).catch(failStart);
