import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { SmsModule } from '../sms/sms.module.js';
import { TemplateTextsModule } from '../template-texts/template-texts.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { ChangeSendingJob } from './change-sending-job.js';
import { CheckRows } from './check-rows.js';
import { CreateSendingJob } from './create-sending-job.js';
import { HandOverRow } from './hand-over-row.js';
import { HoldRows } from './hold-rows.js';
import { RecordJobReads } from './record-job-reads.js';
import { SendRows } from './send-rows.js';
import { SendingJobsController } from './sending-jobs.controller.js';
import { SendingJobQueries } from './sending-jobs.queries.js';
import { SendingMetrics } from './sending-metrics.js';
import { SendingSweeper } from './sending-sweeper.js';
import { TakeRow } from './take-row.js';
import { WaitJob } from './wait-job.js';

@Module({
  imports: [PeopleModule, TemplateTextsModule, TokensModule, SmsModule],
  controllers: [SendingJobsController],
  providers: [
    SendingJobQueries,
    RecordJobReads,
    CheckRows,
    CreateSendingJob,
    ChangeSendingJob,
    TakeRow,
    HandOverRow,
    HoldRows,
    WaitJob,
    SendRows,
    SendingMetrics,
    SendingSweeper,
  ],
})
export class SendingJobsModule {}
