import { Controller, Get, Inject, Query } from '@nestjs/common';
import {
  adminStatisticsQuery,
  statisticsQuery,
  success,
  type StatisticsResponse,
  type StatisticsGrouping,
  type StatisticsQuery,
} from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, Roles, type Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { RecordReads } from '../tokens/record-reads.js';
import { periodOf, type Period } from './period.js';
import { StatisticsPresenter } from './statistics.presenter.js';
import { StatisticsQueries } from './statistics.queries.js';
import { StoredDays } from './stored-days.js';

@Callers('gateway')
@Controller()
export class StatisticsController {
  constructor(
    private readonly queries: StatisticsQueries,
    private readonly days: StoredDays,
    private readonly presenter: StatisticsPresenter,
    private readonly reads: RecordReads,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CLINIC_TIME_ZONE'>,
  ) {}

  @Get('statistics')
  async own(@CurrentPrincipal() { userId }: Principal, @Query() query: unknown) {
    return success(await this.statistics(userId, parse(statisticsQuery, query)));
  }

  @Get('admin/statistics')
  @Roles('admin')
  async all(@Query() query: unknown) {
    const wanted = parse(adminStatisticsQuery, query);
    const answer = await this.statistics(null, wanted);
    await this.reads.statistics(wanted, answer.groups.length);
    return success(answer);
  }

  private async statistics(ownerId: string | null, query: StatisticsQuery): Promise<StatisticsResponse> {
    const now = new Date();
    const timeZone = this.config.CLINIC_TIME_ZONE;
    const period = periodOf(query, timeZone, now);
    const counted = await this.counted(ownerId, period, query.by, now);
    return {
      ...{ from: period.from, to: period.to, time_zone: timeZone, counted_at: counted.at.toISOString() },
      ...(await this.presenter.shown(counted, query.by)),
    };
  }

  /** A clinician's own links are counted now; the clinic's are mostly counted in advance. */
  private async counted(ownerId: string | null, period: Period, by: StatisticsGrouping, now: Date) {
    const stored = ownerId === null ? await this.days.count(period, by, now) : null;
    return stored ?? { at: now, ...(await this.queries.count({ ...period, ownerId }, by)) };
  }
}
