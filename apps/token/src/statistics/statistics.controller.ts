import { Controller, Get, Inject, Query } from '@nestjs/common';
import {
  adminStatisticsQuery,
  statisticsQuery,
  success,
  type StatisticsAnswer,
  type StatisticsQuery,
} from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, Roles, type Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { RecordReads } from '../tokens/record-reads.js';
import { periodOf } from './period.js';
import { StatisticsPresenter } from './statistics.presenter.js';
import { StatisticsQueries } from './statistics.queries.js';

@Callers('gateway')
@Controller()
export class StatisticsController {
  constructor(
    private readonly queries: StatisticsQueries,
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

  private async statistics(ownerId: string | null, query: StatisticsQuery): Promise<StatisticsAnswer> {
    const timeZone = this.config.CLINIC_TIME_ZONE;
    const { from, to, since, before } = periodOf(query, timeZone, new Date());
    const counted = await this.queries.count({ since, before, ownerId }, query.by);
    return { from, to, time_zone: timeZone, ...(await this.presenter.shown(counted, query.by)) };
  }
}
