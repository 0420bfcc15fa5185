import type { Role } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { voidMfaChallenges } from '../second-factor/mfa-challenges.js';
import { endAllSessions } from '../sessions/end-sessions.js';
import { announceAdmin } from './announce-admin.js';
import type { UserRow } from '../users/user.js';

export interface RoleChange {
  role: Role;
  /** A code such as `emergency` for the audit entry (docs/adr/0015); never a sentence. */
  reason?: string | undefined;
}

/**
 * Changes the role of an account whose row is locked, and ends its sessions. Returns false when it already has the
 * role. Throws rather than leave the clinic without an administrator.
 */
export async function setRole(
  tx: Tx,
  emit: Emit,
  user: UserRow,
  { role, reason }: RoleChange,
): Promise<boolean> {
  if (user.role === role) return false;
  if (role === 'admin' && user.disabled)
    throw new Error(
      `the account of ${user.email} is disabled: enable it first, on the page Manage Clinicians`,
    );
  if (role === 'user' && (await isLastAdmin(tx, user.id)))
    throw new Error(`${user.email} is the only administrator who can sign in`);
  const { version } = await tx.user.update({
    where: { id: user.id },
    data: { role, version: { increment: 1 } },
    select: { version: true },
  });
  const data = { userId: user.id };
  await emit({ type: 'user.updated', aggregateId: user.id, aggregateVersion: version, data });
  if (role === 'admin') await announceAdmin(tx, emit, { id: user.id, version });
  await voidMfaChallenges(tx, user.id);
  await endAllSessions(tx, emit, { id: user.id, version }, 'role_changed');
  await recordAuditEvent(emit, {
    action: 'user.change_role',
    subject: auditSubject.user(user.id),
    codes: [`role_${role}`, ...(reason ? [reason] : [])],
  });
  return true;
}

/**
 * Returns true if no other admin can sign in (is enabled and has a password). Locks the rows of all who can, so that if
 * the last two lose the role at the same time, one of the changes fails.
 */
async function isLastAdmin(tx: Tx, id: string): Promise<boolean> {
  const admins = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE role = 'admin' AND NOT disabled AND password_hash IS NOT NULL ORDER BY id FOR UPDATE`;
  return admins.length === 1 && admins[0]?.id === id;
}
