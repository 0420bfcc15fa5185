import { MessagingModule } from '@caredrop/messaging';
import {
  connectionOptions,
  databaseReadiness,
  HealthController,
  messagingContext,
  type InternalIdentity,
  type Logger,
} from '@caredrop/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import { AssignmentsModule } from './assignments/assignments.module.js';
import { AttentionModule } from './attention/attention.module.js';
import { ClaimsModule } from './claims/claims.module.js';
import { AgainModule } from './again/again.module.js';
import type { Config } from './config.js';
import { CoreModule } from './core.module.js';
import { PrismaService } from './database/prisma.service.js';
import { DueSendsModule } from './due-sends/due-sends.module.js';
import { EmailsModule } from './emails/emails.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { ProblemsModule } from './problems/problems.module.js';
import { LinkRequestsModule } from './link-requests/link-requests.module.js';
import { NewLinksModule } from './new-links/new-links.module.js';
import { LanguagesModule } from './languages/languages.module.js';
import { OpeningsModule } from './openings/openings.module.js';
import { PatientCheckModule } from './patient-check/patient-check.module.js';
import { RemindersModule } from './reminders/reminders.module.js';
import { RenewalsModule } from './renewals/renewals.module.js';
import { RequestTemplatesModule } from './request-templates/request-templates.module.js';
import { ScheduledSendsModule } from './scheduled-sends/scheduled-sends.module.js';
import { SendingJobsModule } from './sending-jobs/sending-jobs.module.js';
import { SheetsModule } from './sheets/sheets.module.js';
import { SmsModule } from './sms/sms.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { SubscribersModule } from './subscribers/subscribers.module.js';
import { ThanksModule } from './thanks/thanks.module.js';
import { TokensModule } from './tokens/tokens.module.js';
import { ValidationModule } from './validation/validation.module.js';

/** The root module of the token service. */
@Module({})
export class AppModule {
  static with(config: Config, logger: Logger, identity: InternalIdentity): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.with(config, logger, identity),
        MessagingModule.forService({
          source: 'token',
          client: PrismaService,
          database: connectionOptions(config.DATABASE_URL),
          config,
          context: messagingContext,
          logger,
        }),
        NewLinksModule,
        TokensModule,
        ValidationModule,
        ClaimsModule,
        LinkRequestsModule,
        SmsModule,
        EmailsModule,
        ScheduledSendsModule,
        DueSendsModule,
        SheetsModule,
        StatisticsModule,
        SendingJobsModule,
        RequestTemplatesModule,
        RenewalsModule,
        LanguagesModule,
        RemindersModule,
        ProblemsModule,
        ThanksModule,
        AgainModule,
        PatientCheckModule,
        OpeningsModule,
        AttentionModule,
        AssignmentsModule,
        SubscribersModule,
        JobsModule,
      ],
      controllers: [HealthController],
      providers: [databaseReadiness(PrismaService)],
    };
  }
}
