import type { Role, User } from '@caredrop/contracts';

/** The fields of a user that may leave the service: never the password hash. */
export interface UserRow {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: string;
  createdAt: Date;
  disabled: boolean;
  disableReason: string | null;
}

/** Prisma's `select` for {@link UserRow}. */
export const userColumns = {
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  role: true,
  createdAt: true,
  disabled: true,
  disableReason: true,
} as const;

/** The user in the contract's format. */
export function toUser(row: UserRow): User {
  const { id, firstName, lastName, email, disabled, disableReason } = row;
  const createdAt = row.createdAt.toISOString();
  return { id, firstName, lastName, email, role: toRole(row.role), createdAt, disabled, disableReason };
}

/** The database's check allows only these two. */
export const toRole = (role: string): Role => (role === 'admin' ? 'admin' : 'user');

/**
 * How an address is stored and looked up: one account per address, ignoring case. A NUL, which the database
 * rejects, is replaced by a character that no address has.
 */
export const normalizeEmail = (email: string): string =>
  email.trim().toLowerCase().replaceAll('\0', '\uFFFD');
