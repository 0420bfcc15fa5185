import type { Tx } from '../database/prisma.service.js';
import { userColumns, type UserRow } from './user.js';

/** The fields of a user that signing in needs. */
export interface Account extends UserRow {
  passwordHash: string | null;
  secondFactorRequired: boolean;
}

/** Prisma's `select` for {@link Account}. */
export const accountColumns = { ...userColumns, passwordHash: true, secondFactorRequired: true } as const;

/** The account, locked until the transaction ends; null when it is deleted or disabled. */
export async function lockAccount(tx: Tx, userId: string): Promise<Account | null> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  const account = await tx.user.findUnique({ where: { id: userId }, select: accountColumns });
  return account && !account.disabled ? account : null;
}

/** Increments the version, for the event about a change to the account. */
export async function nextVersion(tx: Tx, userId: string): Promise<number> {
  const { version } = await tx.user.update({
    where: { id: userId },
    data: { version: { increment: 1 } },
    select: { version: true },
  });
  return version;
}
