import { appError, isUuid } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { userColumns, type UserRow } from './user.js';
import { mayChangeAccess } from './users.policy.js';

/**
 * The account whose access an admin wants to change, locked until the transaction ends. Throws 404 for an account
 * that does not exist (also for an invalid id) and 403 where the policy forbids it.
 */
export async function lockTarget(tx: Tx, actorId: string, id: string): Promise<UserRow> {
  if (!isUuid(id)) throw appError('user_not_found');
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  const target = await tx.user.findUnique({ where: { id }, select: userColumns });
  if (!target) throw appError('user_not_found');
  if (!mayChangeAccess(actorId, target)) throw appError('forbidden');
  return target;
}
