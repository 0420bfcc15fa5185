import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { brokerOptions, MessagingModule } from '@caredrop/messaging';
import { HealthController, messagingContext, READINESS, type Logger } from '@caredrop/service-kit';
import { AdministrationModule } from './administration/administration.module.js';
import type { Config } from './config.js';
import { DatabaseModule } from './database/database.module.js';
import { PrismaService } from './database/prisma.service.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { SessionMetrics } from './metrics.js';
import { PasswordLinksModule } from './password-links/password-links.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { ProofsModule } from './proofs/proofs.module.js';
import { SecondFactorModule } from './second-factor/second-factor.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { UsersModule } from './users/users.module.js';

const readiness: Provider = {
  provide: READINESS,
  inject: [PrismaService],
  useFactory: (prisma: PrismaService) => () => prisma.$queryRaw`SELECT 1`,
};

/** The module of the auth service. */
@Module({})
export class AppModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DatabaseModule.with(config, logger),
        messaging(config, logger),
        UsersModule,
        AdministrationModule,
        SessionsModule,
        SignInModule,
        ProofsModule,
        SecondFactorModule,
        PasswordsModule,
        PasswordLinksModule,
        HousekeepingModule,
      ],
      controllers: [HealthController],
      providers: [SessionMetrics, readiness],
    };
  }
}

function messaging(config: Config, logger: Logger): DynamicModule {
  return MessagingModule.forRootAsync({
    inject: [PrismaService],
    useFactory: (client: PrismaService) => ({
      source: 'auth',
      client,
      databaseUrl: config.DATABASE_URL,
      ...brokerOptions(config),
      context: messagingContext,
      logger,
    }),
  });
}
