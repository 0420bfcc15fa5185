import { fileURLToPath } from 'node:url';
import { runMigrations } from '@caredrop/service-kit';
import { grantRoles, type AuditRoles } from './grant-roles.js';

export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Creates the tables as their owner and grants the other roles their rights. */
export async function migrate(ownerUrl: string, roles: AuditRoles): Promise<string[]> {
  const applied = await runMigrations(ownerUrl, migrationsFolder);
  await grantRoles(ownerUrl, roles);
  return applied;
}
