import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@caredrop/testing';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** A migrated database for one test file. */
export const notificationDatabase = () => createTestDatabase({ migrations });
