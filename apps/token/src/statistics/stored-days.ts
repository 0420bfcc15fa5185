import { Inject, Injectable } from '@nestjs/common';
import type { StatisticsGrouping } from '@caredrop/contracts';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { mergeCounts } from './merge-counts.js';
import { lastStoredDay, periodOf, type Period } from './period.js';
import { StatisticsQueries, type Counted } from './statistics.queries.js';

/** The days of a period as they are stored. */
interface Stored {
  /** Days that are not stored although links may have been made. */
  missing: number;
  /** When the first of them was counted; null for none. */
  at: Date | null;
  parts: Counted[] | null;
}

/** Reads the days of the whole clinic that {@link CountDays} has counted. */
@Injectable()
export class StoredDays {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly queries: StatisticsQueries,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CLINIC_TIME_ZONE'>,
  ) {}

  /**
   * The counts of a period: stored days, and the last two days counted now. Null when a day is not stored, as after an
   * upgrade.
   */
  async count(period: Period, by: StatisticsGrouping, now: Date): Promise<(Counted & { at: Date }) | null> {
    const last = lastStoredDay(this.config.CLINIC_TIME_ZONE, now);
    const { missing, at, parts } = await this.stored(period, by, last);
    if (missing > 0) return null;
    const recent = period.to > last ? [await this.recent(period, by, last)] : [];
    return { at: at ?? now, ...mergeCounts([...(parts ?? []), ...recent]) };
  }

  private recent({ since, before }: Period, by: StatisticsGrouping, last: string): Promise<Counted> {
    const { before: start } = periodOf({ from: last, to: last }, this.config.CLINIC_TIME_ZONE, new Date());
    return this.queries.count({ since: since > start ? since : start, before, ownerId: null }, by);
  }

  private async stored({ from, to }: Period, by: StatisticsGrouping, last: string): Promise<Stored> {
    const { CLINIC_TIME_ZONE: zone } = this.config;
    const [row] = await this.prisma.$queryRaw<Stored[]>`
      SELECT (count(*) - count(counted_at))::int AS missing, min(counted_at) AS at,
        jsonb_agg(jsonb_build_object('groups', counts -> ${by}, 'waits', counts -> 'waits', 'failures', counts -> 'failures'))
          FILTER (WHERE counted_at IS NOT NULL) AS parts
      FROM generate_series(greatest(${from}::date, (SELECT (min(created_at) AT TIME ZONE ${zone})::date FROM tokens))::timestamp,
        least(${to}::date, ${last}::date)::timestamp, interval '1 day') AS made
      LEFT JOIN statistics_days ON day = made::date AND time_zone = ${zone}`;
    return row ?? { missing: 0, at: null, parts: null };
  }
}
