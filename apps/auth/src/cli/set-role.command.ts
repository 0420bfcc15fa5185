import { auditCode, roles, type Role } from '@caredrop/contracts';
import type { AccountConfig } from '../config.js';
import type { PrismaService } from '../database/prisma.service.js';
import { setRole } from '../administration/set-role.js';
import { emitFromCommand } from '../database/emit-from-command.js';
import { accountCommand, type Options } from './account-command.js';
import { lockUserOf } from './user-of.js';

const isRole = (text: string | undefined): text is Role => roles.some((role) => role === text);

const NEEDS_REASON = '--reason must be one word for the audit: emergency, new_duty, …';

/**
 * Makes a clinician an administrator or vice versa. An administrator can read every document, so giving that role
 * requires a reason for the audit (docs/adr/0015).
 */
export const setRoleCommand = accountCommand({
  usage: '--email <address> --role user|admin [--reason <word>]',
  about: `Changes a user's role and ends their sessions. An administrator may read all documents, so --role admin
    requires a reason for the audit, in one word (emergency, new_duty, …).`,
  options: ['email', 'role', 'reason'],
  run: change,
});

async function change(
  prisma: PrismaService,
  _config: AccountConfig,
  { email, role, reason }: Options,
): Promise<string> {
  if (!isRole(role)) throw new Error(`--role must be one of ${roles.join(', ')}`);
  if (role === 'admin' && reason === undefined) throw new Error(NEEDS_REASON);
  if (reason !== undefined && !auditCode.safeParse(reason).success) throw new Error(NEEDS_REASON);
  return prisma.$transaction(async (tx) => {
    const user = await lockUserOf(tx, email);
    const changed = await setRole(tx, emitFromCommand(tx), user, { role, reason });
    return changed
      ? `${user.email} now has the role ${role}; their sessions have ended.`
      : `${user.email} already has the role ${role}.`;
  });
}
