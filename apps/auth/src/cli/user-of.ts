import type { Tx } from '../database/prisma.service.js';
import { normalizeEmail, userColumns, type UserRow } from '../users/user.js';

/** The account named on the command line. Throws if it does not exist. */
export async function userOf(tx: Tx, email: string | undefined): Promise<UserRow> {
  if (!email) throw new Error('--email is missing');
  const user = await tx.user.findUnique({ where: { email: normalizeEmail(email) }, select: userColumns });
  if (!user) throw new Error(`There is no account with the address ${email}`);
  return user;
}

/** Like `userOf`, but locked until the transaction ends. */
export async function lockUserOf(tx: Tx, email: string | undefined): Promise<UserRow> {
  const { id } = await userOf(tx, email);
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.user.findUniqueOrThrow({ where: { id }, select: userColumns });
}
