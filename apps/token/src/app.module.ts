import { Module, type DynamicModule } from '@nestjs/common';
import { brokerOptions, MessagingModule } from '@caredrop/messaging';
import {
  HealthController,
  InternalClient,
  InternalIdentity,
  messagingContext,
  READINESS,
  type Logger,
  type ReadinessCheck,
} from '@caredrop/service-kit';
import { ClaimToken } from './claims/claim-token.js';
import { ClaimsController } from './claims/claims.controller.js';
import { CompleteClaim } from './claims/complete-claim.js';
import { ConfirmClaim } from './claims/confirm-claim.js';
import { ReleaseClaim } from './claims/release-claim.js';
import { RenewClaim } from './claims/renew-claim.js';
import { SettleClaim } from './claims/settle-claim.js';
import { CONFIG, LOGGER, type Config } from './config.js';
import { PrismaService } from './database/prisma.service.js';
import { ExpireTokens } from './jobs/expire-tokens.js';
import { ForgetPhoneNumbers } from './jobs/forget-phone-numbers.js';
import { SettleStaleClaims } from './jobs/settle-stale-claims.js';
import { Sweeper } from './jobs/sweeper.js';
import { LinkRefusals } from './links/link-refusals.js';
import { LinksController } from './links/links.controller.js';
import { ValidateLink } from './links/validate-link.js';
import { UserNames } from './people/user-names.js';
import { SendTokenSms } from './sms/send-token-sms.js';
import { SmsController } from './sms/sms.controller.js';
import { MarkUsedOnUploadCompleted } from './subscribers/mark-used-on-upload-completed.js';
import { NoteDocumentGone } from './subscribers/note-document-gone.js';
import { RecordSmsStatusChanged } from './subscribers/record-sms-status-changed.js';
import { CreateBulkTokens } from './tokens/create-bulk-tokens.js';
import { CreateToken } from './tokens/create-token.js';
import { RecordExport } from './tokens/record-export.js';
import { RecordReads } from './tokens/record-reads.js';
import { RevokeToken } from './tokens/revoke-token.js';
import { TokenDocuments } from './tokens/token-documents.js';
import { TokenPresenter } from './tokens/token.presenter.js';
import { TokenQueries } from './tokens/tokens.queries.js';
import { TokensController } from './tokens/tokens.controller.js';

/** The module of the token service. */
@Module({})
export class AppModule {
  static with(config: Config, logger: Logger, identity: InternalIdentity): DynamicModule {
    const prisma = new PrismaService(config.DATABASE_URL, config.DATABASE_POOL);
    const client = new InternalClient(identity, {
      auth: config.AUTH_URL,
      document: config.DOCUMENT_URL,
      notification: config.NOTIFICATION_URL,
    });
    const ready: ReadinessCheck = () => prisma.$queryRaw`SELECT 1`;
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRootAsync({
          useFactory: () => ({
            source: 'token',
            client: prisma,
            databaseUrl: config.DATABASE_URL,
            ...brokerOptions(config),
            context: messagingContext,
            logger,
          }),
        }),
      ],
      controllers: [
        HealthController,
        TokensController,
        LinksController,
        SmsController,
        ClaimsController,
        MarkUsedOnUploadCompleted,
        NoteDocumentGone,
        RecordSmsStatusChanged,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: PrismaService, useValue: prisma },
        { provide: InternalClient, useValue: client },
        { provide: READINESS, useValue: ready },
        UserNames,
        TokenPresenter,
        TokenQueries,
        TokenDocuments,
        CreateToken,
        CreateBulkTokens,
        RevokeToken,
        RecordExport,
        RecordReads,
        SendTokenSms,
        LinkRefusals,
        ValidateLink,
        ClaimToken,
        RenewClaim,
        ConfirmClaim,
        ReleaseClaim,
        CompleteClaim,
        SettleClaim,
        ExpireTokens,
        ForgetPhoneNumbers,
        SettleStaleClaims,
        Sweeper,
      ],
    };
  }
}
