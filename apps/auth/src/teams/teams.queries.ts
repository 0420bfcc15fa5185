import { Injectable } from '@nestjs/common';
import type { Colleague, Team } from '@caredrop/contracts';
import { appError } from '@caredrop/service-kit';
import { PrismaService } from '../database/prisma.service.js';
import type { Prisma } from '../generated/prisma/client.js';

const user = { id: true, firstName: true, lastName: true, disabled: true, passwordHash: true } as const;
const members = { select: { watching: true, user: { select: user } } } as const;
const select = { id: true, name: true, archivedAt: true, members } as const;
type Row = Prisma.TeamGetPayload<{ select: typeof select }>;

/** Reads of teams for screens and for other services. */
@Injectable()
export class TeamsQueries {
  constructor(private readonly prisma: PrismaService) {}

  /** Teams that are not archived, by name. */
  all(): Promise<Team[]> {
    return this.where({ archivedAt: null });
  }

  /** The user's teams, including archived ones, by name. */
  of(userId: string): Promise<Team[]> {
    return this.where({ members: { some: { userId } } });
  }

  async one(id: string): Promise<Team> {
    const [team] = await this.where({ id });
    if (!team) throw appError('not_found');
    return team;
  }

  /** Names of these teams, including archived ones. */
  async names(ids: string[]): Promise<{ id: string; name: string; archived: boolean }[]> {
    const select = { id: true, name: true, archivedAt: true };
    const teams = await this.prisma.team.findMany({ where: { id: { in: ids } }, select });
    return teams.map(({ archivedAt, ...team }) => ({ ...team, archived: archivedAt !== null }));
  }

  /** Everyone else who can sign in, by name. */
  async colleagues(userId: string): Promise<Colleague[]> {
    const where = { id: { not: userId }, disabled: false, passwordHash: { not: null } };
    const people = await this.prisma.user.findMany({
      where,
      select: { id: true, firstName: true, lastName: true },
    });
    return people.sort(byName);
  }

  private async where(where: Prisma.TeamWhereInput): Promise<Team[]> {
    const rows = await this.prisma.team.findMany({ where, select });
    return rows.map(toTeam).sort((one, other) => one.name.localeCompare(other.name));
  }
}

function toTeam({ id, name, archivedAt, members }: Row): Team {
  const shown = members.map(({ watching, user: { disabled, passwordHash, ...person } }) => ({
    ...person,
    watching,
    active: !disabled && passwordHash !== null,
  }));
  const watchers = shown.filter(({ watching, active }) => watching && active).length;
  return { id, name, archived: archivedAt !== null, members: shown.sort(byName), watchers };
}

const byName = (one: Colleague, other: Colleague): number =>
  one.lastName.localeCompare(other.lastName) || one.firstName.localeCompare(other.firstName);
