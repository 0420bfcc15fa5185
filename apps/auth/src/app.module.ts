import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { brokerOptions, MessagingModule } from '@caredrop/messaging';
import {
  HealthController,
  messagingContext,
  PrincipalSigner,
  READINESS,
  type Logger,
} from '@caredrop/service-kit';
import { AttemptCounters } from './back-off/attempt-counters.js';
import { GuessingAlarm } from './back-off/guessing-alarm.js';
import { SessionBackOff } from './back-off/session-back-off.js';
import { SignInBackOff } from './back-off/sign-in-back-off.js';
import { CONFIG, type Config } from './config.js';
import { DatabaseModule } from './database/database.module.js';
import { PrismaService } from './database/prisma.service.js';
import { Sweep } from './housekeeping/sweep.js';
import { rulesFor } from './passwords/common-passwords.js';
import { ChangePassword } from './passwords/change-password.js';
import { InternalPasswordLinksController } from './passwords/internal-password-links.controller.js';
import { MintRequestedLink } from './passwords/mint-requested-link.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { PasswordsController } from './passwords/passwords.controller.js';
import { RequestPasswordReset } from './passwords/request-password-reset.js';
import { PASSWORD_RULES, ResetPassword } from './passwords/reset-password.js';
import { GiveProof } from './proofs/give-proof.js';
import { ProofsController } from './proofs/proofs.controller.js';
import { AdminSecondFactorController } from './second-factor/admin-second-factor.controller.js';
import { ConfirmPassword } from './second-factor/confirm-password.js';
import { Enrolments } from './second-factor/enrolments.js';
import { FinishSignIn } from './second-factor/finish-sign-in.js';
import { OwnSecondFactor } from './second-factor/own-second-factor.js';
import { RecoveryCodes } from './second-factor/recovery-codes.js';
import { RequireSecondFactor } from './second-factor/require-second-factor.js';
import { ResetSecondFactor } from './second-factor/reset-second-factor.js';
import { SealedSecrets } from './second-factor/sealed-secrets.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SignInStepsController } from './second-factor/sign-in-steps.controller.js';
import { SpendCode } from './second-factor/spend-code.js';
import { CheckSession } from './sessions/check-session.js';
import { EndOwnSessions } from './sessions/end-own-sessions.js';
import { InternalSessionsController } from './sessions/internal-sessions.controller.js';
import { KnownDevices } from './sessions/known-devices.js';
import { OwnSessionsController } from './sessions/own-sessions.controller.js';
import { OwnSessionsQueries } from './sessions/own-sessions.queries.js';
import { signingKeyOf } from './sessions/session-keys.js';
import { SessionTimeKeeper } from './sessions/session-time-keeper.js';
import { SessionTokens, signOptionsOf } from './sessions/session-tokens.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { AccountRefusals } from './sessions/account-refusals.js';
import { SessionMetrics } from './sessions/session-metrics.js';
import { SignIn } from './sessions/sign-in.js';
import { SignOut } from './sessions/sign-out.js';
import { VouchForSession } from './sessions/vouch-for-session.js';
import { DisableUser } from './users/disable-user.js';
import { EnableUser } from './users/enable-user.js';
import { InternalUsersController } from './users/internal-users.controller.js';
import { InviteUser } from './users/invite-user.js';
import { RecordLists } from './users/record-lists.js';
import { RecipientsQueries } from './users/recipients.queries.js';
import { UsersController } from './users/users.controller.js';
import { UsersQueries } from './users/users.queries.js';

const controllers = [
  HealthController,
  SessionsController,
  InternalSessionsController,
  OwnSessionsController,
  ProofsController,
  SignInStepsController,
  SecondFactorController,
  AdminSecondFactorController,
  PasswordsController,
  InternalPasswordLinksController,
  UsersController,
  InternalUsersController,
];

const users: Provider[] = [UsersQueries, RecordLists, RecipientsQueries, InviteUser, DisableUser, EnableUser];
const sessions: Provider[] = [
  SessionTokens,
  SessionTimeKeeper,
  SignIn,
  SignOut,
  CheckSession,
  VouchForSession,
  KnownDevices,
  OwnSessionsQueries,
  EndOwnSessions,
  GiveProof,
];
const signer: Provider = {
  provide: PrincipalSigner,
  inject: [CONFIG],
  useFactory: ({ INTERNAL_PRIVATE_KEY }: Config) => new PrincipalSigner(INTERNAL_PRIVATE_KEY),
};
const secondFactor: Provider[] = [
  SealedSecrets,
  RecoveryCodes,
  SpendCode,
  ConfirmPassword,
  Enrolments,
  FinishSignIn,
  OwnSecondFactor,
  RequireSecondFactor,
  ResetSecondFactor,
];
const passwords: Provider[] = [
  PasswordHasher,
  MintRequestedLink,
  RequestPasswordReset,
  ResetPassword,
  ChangePassword,
  {
    provide: PASSWORD_RULES,
    inject: [CONFIG],
    useFactory: (config: Config) => rulesFor(config),
  },
];
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
      imports: [DatabaseModule.with(config, logger), signing(config), messaging(config, logger)],
      controllers,
      providers: [
        ...users,
        ...sessions,
        signer,
        ...secondFactor,
        ...passwords,
        AccountRefusals,
        AttemptCounters,
        GuessingAlarm,
        SessionBackOff,
        SignInBackOff,
        SessionMetrics,
        Sweep,
        readiness,
      ],
    };
  }
}

function signing(config: Config): DynamicModule {
  const { kid, pem } = signingKeyOf(config.SESSION_KEYS);
  return JwtModule.register({ privateKey: pem, signOptions: signOptionsOf(kid) });
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
