import { fileURLToPath } from 'node:url';
import { failStart, migrateOnly } from '@caredrop/service-kit';

// `node dist/migrate.js`: the Job that runs before a roll-out where MIGRATE=never.
const migrationsFolder = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

migrateOnly('notification', migrationsFolder).catch(failStart);
