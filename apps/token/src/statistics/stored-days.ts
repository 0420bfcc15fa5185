import { Inject, Injectable } from '@nestjs/common';
import type { StatisticsGrouping } from '@caredrop/contracts';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { mergeCounts } from './merge-counts.js';
import { lastStoredDay, periodOf, type Period } from './period.js';
import { StatisticsQueries, type Counted } from './statistics.queries.js';

/** One part of a day's counts; `part` is null if none is stored although links may have been made. */
interface Part {
  part: string | null;
  at: Date;
  counts: unknown;
}

/** Reads the days of the whole clinic that `CountDays` has counted. */
@Injectable()
export class StoredDays {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly queries: StatisticsQueries,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CLINIC_TIME_ZONE'>,
  ) {}

  /**
   * The counts of a period: stored days, and the last two days counted now. Null when a day is not stored, for example
   * after an upgrade.
   */
  async count(period: Period, by: StatisticsGrouping, now: Date): Promise<(Counted & { at: Date }) | null> {
    const last = lastStoredDay(this.config.CLINIC_TIME_ZONE, now);
    const parts = await this.stored(period, by, last);
    if (parts.some(({ part }) => part === null)) return null;
    const recent = period.to > last ? [await this.recent(period, by, last)] : [];
    const first = Math.min(now.getTime(), ...parts.map(({ at }) => at.getTime()));
    return { at: new Date(first), ...mergeCounts([...parts.map(toCounted), ...recent]) };
  }

  private recent({ since, before }: Period, by: StatisticsGrouping, last: string): Promise<Counted> {
    const { before: start } = periodOf({ from: last, to: last }, this.config.CLINIC_TIME_ZONE, new Date());
    return this.queries.count({ since: since > start ? since : start, before, ownerId: null }, by);
  }

  private stored({ from, to }: Period, by: StatisticsGrouping, last: string): Promise<Part[]> {
    const { CLINIC_TIME_ZONE: zone } = this.config;
    return this.prisma.$queryRaw<Part[]>`
      SELECT stored.part, counted_at AS at, counts
      FROM generate_series(greatest(${from}::date, (SELECT (min(created_at) AT TIME ZONE ${zone})::date FROM tokens))::timestamp,
        least(${to}::date, ${last}::date)::timestamp, interval '1 day') AS made
      CROSS JOIN unnest(ARRAY[${by}, 'waits', 'failures']) AS wanted (part)
      LEFT JOIN statistics_days AS stored ON day = made::date AND time_zone = ${zone} AND stored.part = wanted.part`;
  }
}

/** Converts a part to {@link Counted}; `counts` was written by `CountDays`. */
function toCounted({ part, counts }: Part): Counted {
  const name = part === 'waits' || part === 'failures' ? part : 'groups';
  return { groups: [], waits: [], failures: [], [name]: counts };
}
