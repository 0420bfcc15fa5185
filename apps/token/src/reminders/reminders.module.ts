import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { TemplateTextsModule } from '../template-texts/template-texts.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { ClaimReminder } from './claim-reminder.js';
import { HandOverReminder } from './hand-over-reminder.js';
import { PauseReminders } from './pause-reminders.js';
import { ReminderMetrics } from './reminder-metrics.js';
import { ReminderQueries } from './reminder-queries.js';
import { RemindersController } from './reminders.controller.js';
import { RemindersJob } from './reminders-job.js';
import { ResumeReminders } from './resume-reminders.js';
import { SendDueReminders } from './send-due-reminders.js';
import { SkipReminder } from './skip-reminder.js';

@Module({
  imports: [PeopleModule, TemplateTextsModule, TokensModule],
  controllers: [RemindersController],
  providers: [
    ReminderQueries,
    ReminderMetrics,
    PauseReminders,
    ResumeReminders,
    ClaimReminder,
    SkipReminder,
    HandOverReminder,
    SendDueReminders,
    RemindersJob,
  ],
})
export class RemindersModule {}
