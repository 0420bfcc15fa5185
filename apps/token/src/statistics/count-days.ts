import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { TokenMetrics } from '../metrics.js';
import { lastStoredDay, periodOf } from './period.js';
import { StatisticsQueries } from './statistics.queries.js';

/** Days counted in one round. */
const ROUND = 10;

/**
 * Counts the whole clinic's links by the day on which they were made. Links change for weeks: the last 31 days are counted
 * again every hour, the last 90 every day, earlier ones every week. Replicas may count the same day, with the same result.
 */
@Injectable()
export class CountDays {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly queries: StatisticsQueries,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CLINIC_TIME_ZONE'>,
  ) {}

  /** Returns how many days were counted. */
  async execute(now = new Date()): Promise<number> {
    const days = await this.due(now);
    for (const { day } of days) {
      await this.count(day, now);
      this.metrics.statisticsDays.inc();
    }
    return days.length;
  }

  /** A day that an earlier version counted lacks the counts by template, so it is due. */
  private due(now: Date): Promise<{ day: string }[]> {
    const { CLINIC_TIME_ZONE: zone } = this.config;
    const last = lastStoredDay(zone, now);
    return this.prisma.$queryRaw<{ day: string }[]>`
      SELECT to_char(made, 'YYYY-MM-DD') AS day
      FROM generate_series((SELECT (min(created_at) AT TIME ZONE ${zone})::date FROM tokens)::timestamp,
        ${last}::date::timestamp, interval '1 day') AS made
      LEFT JOIN statistics_days ON day = made::date AND part = 'template'
      WHERE counted_at IS NULL OR time_zone <> ${zone} OR counted_at < ${now}::timestamptz
        - CASE WHEN made > ${last}::date - 31 THEN interval '1 hour'
          WHEN made > ${last}::date - 90 THEN interval '1 day' ELSE interval '7 days' END
      ORDER BY counted_at NULLS FIRST, made DESC LIMIT ${ROUND}`;
  }

  private async count(day: string, now: Date): Promise<void> {
    const { CLINIC_TIME_ZONE: zone } = this.config;
    const cohort = { ...periodOf({ from: day, to: day }, zone, now), ownerId: null };
    const { groups: channel, waits, failures } = await this.queries.count(cohort, 'channel');
    const [language, reminders, template, clinician] = await Promise.all(
      (['language', 'reminders', 'template', 'clinician'] as const).map((by) =>
        this.queries.groups(cohort, by),
      ),
    );
    const counts = JSON.stringify({ channel, language, reminders, template, clinician, waits, failures });
    await this.prisma.$executeRaw`
      INSERT INTO statistics_days (day, part, time_zone, counted_at, counts)
      SELECT ${day}::date, part, ${zone}, ${now}::timestamptz, counts FROM json_each(${counts}::json) AS parts (part, counts)
      ON CONFLICT (day, part) DO UPDATE SET time_zone = excluded.time_zone, counted_at = excluded.counted_at,
        counts = excluded.counts`;
  }
}
