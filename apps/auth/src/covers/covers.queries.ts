import { Injectable } from '@nestjs/common';
import type { Cover, Covers } from '@caredrop/contracts';
import { PrismaService } from '../database/prisma.service.js';
import type { Prisma } from '../generated/prisma/client.js';
import { coverColumns, toCover } from './cover.js';

/** Reads of absences that are not over, by the database's clock. */
@Injectable()
export class CoversQueries {
  constructor(private readonly prisma: PrismaService) {}

  /** The user's own absence, and those in which the user stands in. */
  async of(userId: string): Promise<Covers> {
    const found = await this.where({ OR: [{ userId }, { coverId: userId }] });
    return {
      own: found.find(({ user }) => user.id === userId) ?? null,
      standingIn: found.filter(({ cover }) => cover.id === userId),
    };
  }

  /** Absences of these users, by the id of the user who is away. */
  async ofAll(userIds: string[]): Promise<Map<string, Cover>> {
    const found = await this.where({ userId: { in: userIds } });
    return new Map(found.map((cover) => [cover.user.id, cover]));
  }

  private async where(where: Prisma.CoverWhereInput): Promise<Cover[]> {
    const [row] = await this.prisma.$queryRaw<{ now: Date }[]>`SELECT now() AS now`;
    const now = row?.now ?? new Date();
    const found = await this.prisma.cover.findMany({
      where: { AND: [where, { endedAt: null, endsAt: { gt: now } }] },
      select: coverColumns,
      orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
    });
    return found.map((cover) => toCover(cover, now));
  }
}
