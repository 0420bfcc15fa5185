import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { CountDaysJob } from './count-days-job.js';
import { CountDays } from './count-days.js';
import { StatisticsController } from './statistics.controller.js';
import { StatisticsPresenter } from './statistics.presenter.js';
import { StatisticsQueries } from './statistics.queries.js';
import { StoredDays } from './stored-days.js';

/** How many links reached each step, and how long that took (docs/adr/0047). */
@Module({
  imports: [PeopleModule, TokensModule],
  controllers: [StatisticsController],
  providers: [StatisticsQueries, StatisticsPresenter, StoredDays, CountDays, CountDaysJob],
})
export class StatisticsModule {}
