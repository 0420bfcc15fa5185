import { fileURLToPath } from 'node:url';
import { runMigrations } from '@caredrop/service-kit';
import { grantRoles, type AuditRoles } from './grant-roles.js';

export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Makes the tables as their owner and grants the others their part of them. */
export async function migrate(ownerUrl: string, roles: AuditRoles): Promise<string[]> {
  const applied = await runMigrations(ownerUrl, migrationsFolder);
  await grantRoles(ownerUrl, roles);
  return applied;
}
