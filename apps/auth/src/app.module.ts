import { Module, type DynamicModule } from '@nestjs/common';
import { MessagingModule } from '@caredrop/messaging';
import {
  connectionOptions,
  databaseReadiness,
  HealthController,
  messagingContext,
  type Logger,
} from '@caredrop/service-kit';
import { AdministrationModule } from './administration/administration.module.js';
import type { Config } from './config.js';
import { CoreModule } from './core.module.js';
import { CoversModule } from './covers/covers.module.js';
import { PrismaService } from './database/prisma.service.js';
import { JobsModule } from './jobs/jobs.module.js';
import { PasswordLinksModule } from './password-links/password-links.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { PreferencesModule } from './preferences/preferences.module.js';
import { ProofsModule } from './proofs/proofs.module.js';
import { SavedViewsModule } from './saved-views/saved-views.module.js';
import { SecondFactorModule } from './second-factor/second-factor.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { TeamsModule } from './teams/teams.module.js';
import { UsersModule } from './users/users.module.js';

@Module({})
export class AppModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.with(config, logger),
        MessagingModule.forService({
          source: 'auth',
          client: PrismaService,
          database: connectionOptions(config.DATABASE_URL),
          config,
          context: messagingContext,
          logger,
        }),
        UsersModule,
        AdministrationModule,
        SessionsModule,
        SignInModule,
        ProofsModule,
        SecondFactorModule,
        PasswordsModule,
        PasswordLinksModule,
        PreferencesModule,
        SavedViewsModule,
        TeamsModule,
        CoversModule,
        JobsModule,
      ],
      controllers: [HealthController],
      providers: [databaseReadiness(PrismaService)],
    };
  }
}
