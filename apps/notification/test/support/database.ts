import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@caredrop/testing';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** A migrated database of one's own. */
export const notificationDatabase = () => createTestDatabase({ migrations });
