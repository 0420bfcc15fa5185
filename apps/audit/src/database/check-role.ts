import { ok, fail, type Check, type CheckResult } from '@caredrop/service-kit';
import { PrismaService } from './prisma.service.js';
import { rejectPowerfulRole, RoleTooPowerful, type ServingRole } from './reject-powerful-role.js';

const PAGE = 'docs/runbooks/audit-chain-stuck.md';
const rights: Record<ServingRole, string> = {
  writer: 'may add entries, but cannot change or remove any, or add checkpoints',
  signer: 'may add checkpoints, but cannot change or remove anything, or add entries',
};

/** Checks that the audit's role cannot rewrite history. */
export const checkRole = (role: ServingRole, databaseUrl: string | undefined): Check[] =>
  databaseUrl ? [{ component: `Audit ${role}`, page: PAGE, run: () => check(role, databaseUrl) }] : [];

async function check(role: ServingRole, databaseUrl: string): Promise<CheckResult[]> {
  const component = `Audit ${role}`;
  const prisma = new PrismaService(databaseUrl, 1);
  try {
    await rejectPowerfulRole(prisma, role);
    return [ok(component, rights[role])];
  } catch (error) {
    if (!(error instanceof RoleTooPowerful)) return []; // Another check of this database reports why.
    return [
      fail(
        component,
        'has privileges that it must not have',
        `create a separate database role for the ${role}: ${PAGE}`,
      ),
    ];
  } finally {
    await prisma.$disconnect();
  }
}
