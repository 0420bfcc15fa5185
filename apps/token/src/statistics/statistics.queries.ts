import { Inject, Injectable } from '@nestjs/common';
import type { Person, StatisticsCounts, StatisticsGrouping } from '@caredrop/contracts';
import { PrismaService } from '../database/prisma.service.js';
import type { WaitedLinks } from './percentiles.js';
import { countsOf, failuresOf, waitsOf, type Cohort } from './statistics-sql.js';

export type CountedGroup = StatisticsCounts & { key: string | null };
export interface Failures {
  /** The provider's error code, or one of ours. */
  code: string | null;
  texts: number;
}

export interface Counted {
  groups: CountedGroup[];
  waits: WaitedLinks[];
  failures: Failures[];
}

@Injectable()
export class StatisticsQueries {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  async count(cohort: Cohort, by: StatisticsGrouping): Promise<Counted> {
    const [groups, waits, failures] = await Promise.all([
      this.groups(cohort, by),
      this.prisma.$queryRaw<WaitedLinks[]>(waitsOf(cohort)),
      this.prisma.$queryRaw<Failures[]>(failuresOf(cohort)),
    ]);
    return { groups, waits, failures };
  }

  groups(cohort: Cohort, by: StatisticsGrouping): Promise<CountedGroup[]> {
    return this.prisma.$queryRaw<CountedGroup[]>(countsOf(cohort, by));
  }

  /** The names of these templates, archived ones included. */
  async templateNames(ids: string[]): Promise<Map<string, string>> {
    const rows = await this.prisma.requestTemplate.findMany({ where: { id: { in: ids } } });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** The names of these clinicians, as stored with the newest link of each. */
  async latestStoredNames(ownerIds: string[]): Promise<Map<string, Person>> {
    const rows = await this.prisma.$queryRaw<(Person & { id: string })[]>`
      SELECT owner.id, "firstName", "lastName" FROM unnest(${ownerIds}::uuid[]) AS owner (id), LATERAL (
        SELECT owner_first_name AS "firstName", owner_last_name AS "lastName" FROM tokens
        WHERE owner_id = owner.id ORDER BY created_at DESC, id DESC LIMIT 1) AS newest`;
    return new Map(rows.map(({ id, ...name }) => [id, name]));
  }
}
