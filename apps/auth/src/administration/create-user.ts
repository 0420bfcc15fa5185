import { randomUUID } from 'node:crypto';
import type { Role } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { appError } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { normalizeEmail, userColumns, type UserRow } from '../users/user.js';

export interface NewUser {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  /** Null: the user sets a password through a link. */
  passwordHash: string | null;
}

/** Creates an account. Throws 409 if the email address (ignoring case) already has an account. */
export async function createUser(tx: Tx, emit: Emit, user: NewUser): Promise<UserRow> {
  const email = normalizeEmail(user.email);
  const [row] = await tx.user.createManyAndReturn({
    data: [{ ...user, id: randomUUID(), email }],
    skipDuplicates: true,
    select: userColumns,
  });
  if (!row) throw appError('email_taken');
  await emit({ type: 'user.created', aggregateId: row.id, aggregateVersion: 1, data: { userId: row.id } });
  return row;
}
