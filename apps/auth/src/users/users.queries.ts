import { Inject, Injectable } from '@nestjs/common';
import type { Clinician, Cover, Role, User } from '@caredrop/contracts';
import { AUDIT_SEARCH_MAX, type SearchResponse } from '@caredrop/contracts/internal';
import { containsPattern, decodeCursor, toPage } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { CoversQueries } from '../covers/covers.queries.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { mustUseSecondFactor } from './second-factor-rule.js';
import { toUser, userColumns, type UserRow } from './user.js';

export interface UserFilter {
  role?: Role | undefined;
  name?: string | undefined;
  email?: string | undefined;
  status?: 'active' | 'disabled' | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

interface Row extends UserRow {
  secondFactorRequired: boolean;
  secondFactorEnabled: boolean;
  invited: boolean;
}

/** Without a limit the whole list is returned. */
export interface Page<Item> {
  users: Item[];
  nextCursor?: string | null;
}

/** Case-insensitive in every alphabet: an ICU collation, since the database's own may handle only ASCII. */
const anyCase = Prisma.sql`COLLATE "und-x-icu"`;

/** Reads of users for screens and for other services. */
@Injectable()
export class UsersQueries {
  constructor(
    private readonly prisma: PrismaService,
    private readonly covers: CoversQueries,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async find(id: string): Promise<User | null> {
    const row = await this.prisma.user.findUnique({ where: { id }, select: userColumns });
    return row && toUser(row);
  }

  /** Newest first; with `limit`, one page. */
  async list(filter: UserFilter): Promise<Page<User>> {
    const { rows, ...page } = await this.page(filter);
    return { users: rows.map(toUser), ...page };
  }

  /** Users of the role user, with the state of their second factor and their absence. */
  async clinicians(filter: Omit<UserFilter, 'role'>): Promise<Page<Clinician>> {
    const { rows, ...page } = await this.page({ ...filter, role: 'user' });
    const absences = await this.covers.ofAll(rows.map(({ id }) => id));
    return { users: rows.map((row) => this.toClinician(row, absences.get(row.id))), ...page };
  }

  names(ids: string[]) {
    return this.prisma.user.findMany({
      where: { id: { in: ids } },
      select: { id: true, firstName: true, lastName: true, disabled: true },
    });
  }

  /** The newest users whose name or email contains the text. */
  async search(text: string): Promise<SearchResponse> {
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT id FROM users WHERE ${isNamed(text)} OR ${hasEmail(text)}
       ORDER BY created_at DESC, id DESC LIMIT ${AUDIT_SEARCH_MAX + 1}`;
    const found = rows.map(({ id }) => id);
    return { ids: found.slice(0, AUDIT_SEARCH_MAX), more: found.length > AUDIT_SEARCH_MAX };
  }

  private async page(filter: UserFilter): Promise<{ rows: Row[]; nextCursor?: string | null }> {
    const { limit } = filter;
    const { rows, nextCursor } = toPage(await this.rows(filter), limit);
    return limit === undefined ? { rows } : { rows, nextCursor };
  }

  private toClinician(row: Row, absence: Cover | undefined): Clinician {
    const { secondFactorEnabled: enabled, secondFactorRequired: required, role } = row;
    const clinic = this.config.REQUIRE_SECOND_FACTOR;
    const requiredByClinic = mustUseSecondFactor(clinic, { role, secondFactorRequired: false });
    const secondFactor = { enabled, required, requiredByClinic };
    return { ...toUser(row), invited: row.invited, secondFactor, absence: absence ?? null };
  }

  private rows(filter: UserFilter): Promise<Row[]> {
    const limit = filter.limit === undefined ? Prisma.empty : Prisma.sql`LIMIT ${filter.limit + 1}`;
    return this.prisma.$queryRaw<Row[]>`
      SELECT id, first_name AS "firstName", last_name AS "lastName", email, role, created_at AS "createdAt",
             disabled, disable_reason AS "disableReason", second_factor_required AS "secondFactorRequired",
             password_hash IS NULL AS invited,
             EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = users.id) AS "secondFactorEnabled"
        FROM users WHERE ${Prisma.join(conditions(filter), ' AND ')}
       ORDER BY created_at DESC, id DESC ${limit}`;
  }
}

const isNamed = (text: string): Prisma.Sql =>
  Prisma.sql`first_name || ' ' || last_name ILIKE ${containsPattern(text)} ${anyCase}`;
const hasEmail = (text: string): Prisma.Sql => Prisma.sql`email ILIKE ${containsPattern(text)} ${anyCase}`;

function conditions({ role, name, email, status, cursor }: UserFilter): Prisma.Sql[] {
  const after = decodeCursor(cursor);
  return [
    Prisma.sql`TRUE`,
    ...(role ? [Prisma.sql`role = ${role}`] : []),
    ...(name ? [isNamed(name)] : []),
    ...(email ? [hasEmail(email)] : []),
    ...(status ? [Prisma.sql`disabled = ${status === 'disabled'}`] : []),
    ...(after ? [Prisma.sql`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`] : []),
  ];
}
