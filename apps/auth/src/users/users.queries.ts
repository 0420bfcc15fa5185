import { Injectable } from '@nestjs/common';
import type { Role, User } from '@caredrop/contracts';
import { decodeCursor, toPage } from '@caredrop/service-kit';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { containsPattern } from './contains-pattern.js';
import { toUser, userColumns, type UserRow } from './user.js';

export interface UserFilter {
  role?: Role | undefined;
  name?: string | undefined;
  email?: string | undefined;
  status?: 'active' | 'disabled' | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** Absent without a limit: the whole list was asked for. */
export interface UserList {
  users: User[];
  nextCursor?: string | null;
}

/** Any case, in every alphabet: an ICU collation, since the database's own may know ASCII only. */
const anyCase = Prisma.sql`COLLATE "und-x-icu"`;

/** All reads of users. */
@Injectable()
export class UsersQueries {
  constructor(private readonly prisma: PrismaService) {}

  async find(id: string): Promise<User | null> {
    const row = await this.prisma.user.findUnique({ where: { id }, select: userColumns });
    return row && toUser(row);
  }

  /** Newest first; with `limit` a page of it. */
  async list(filter: UserFilter): Promise<UserList> {
    const { limit } = filter;
    const { rows, nextCursor } = toPage(await this.rows(filter), limit);
    const users = rows.map(toUser);
    return limit === undefined ? { users } : { users, nextCursor };
  }

  names(ids: string[]) {
    return this.prisma.user.findMany({
      where: { id: { in: ids } },
      select: { id: true, firstName: true, lastName: true },
    });
  }

  private rows(filter: UserFilter): Promise<UserRow[]> {
    const limit = filter.limit === undefined ? Prisma.empty : Prisma.sql`LIMIT ${filter.limit + 1}`;
    return this.prisma.$queryRaw<UserRow[]>`
      SELECT id, first_name AS "firstName", last_name AS "lastName", email, role, created_at AS "createdAt",
             disabled, disable_reason AS "disableReason"
        FROM users WHERE ${Prisma.join(conditions(filter), ' AND ')}
       ORDER BY created_at DESC, id DESC ${limit}`;
  }
}

function conditions({ role, name, email, status, cursor }: UserFilter): Prisma.Sql[] {
  const after = decodeCursor(cursor);
  return [
    Prisma.sql`TRUE`,
    ...(role ? [Prisma.sql`role = ${role}`] : []),
    ...(name ? [Prisma.sql`first_name || ' ' || last_name ILIKE ${containsPattern(name)} ${anyCase}`] : []),
    ...(email ? [Prisma.sql`email ILIKE ${containsPattern(email)} ${anyCase}`] : []),
    ...(status ? [Prisma.sql`disabled = ${status === 'disabled'}`] : []),
    ...(after ? [Prisma.sql`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`] : []),
  ];
}
