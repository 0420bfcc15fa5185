import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { SmsModule } from '../sms/sms.module.js';
import { DueSendsJob } from './due-sends-job.js';
import { DueSendsMetrics } from './due-sends-metrics.js';
import { EndSchedules } from './end-schedules.js';
import { SendDue } from './send-due.js';
import { TakeDue } from './take-due.js';

@Module({
  imports: [PeopleModule, SmsModule],
  providers: [TakeDue, SendDue, EndSchedules, DueSendsJob, DueSendsMetrics],
  exports: [EndSchedules],
})
export class DueSendsModule {}
