import { Module, type Provider } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PrincipalSigner } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { UsersModule } from '../users/users.module.js';
import { AccountRejections } from './account-rejections.js';
import { CheckSession } from './check-session.js';
import { EndOwnSessions } from './end-own-sessions.js';
import { InternalSessionsController } from './internal-sessions.controller.js';
import { KnownDevices } from './known-devices.js';
import { OwnSessionsController } from './own-sessions.controller.js';
import { OwnSessionsQueries } from './own-sessions.queries.js';
import { signingKeyOf } from './session-keys.js';
import { SessionTimeKeeper } from './session-time-keeper.js';
import { SessionTokens, signOptionsOf } from './session-tokens.js';
import { SessionsController } from './sessions.controller.js';
import { SignOut } from './sign-out.js';
import { VouchForSession } from './vouch-for-session.js';

const signing = JwtModule.registerAsync({
  inject: [CONFIG],
  useFactory: ({ SESSION_KEYS }: Config) => {
    const { kid, pem } = signingKeyOf(SESSION_KEYS);
    return { privateKey: pem, signOptions: signOptionsOf(kid) };
  },
});

const signer: Provider = {
  provide: PrincipalSigner,
  inject: [CONFIG],
  useFactory: ({ INTERNAL_PRIVATE_KEY }: Config) => new PrincipalSigner(INTERNAL_PRIVATE_KEY),
};

@Module({
  imports: [UsersModule, signing],
  controllers: [SessionsController, InternalSessionsController, OwnSessionsController],
  providers: [
    SessionTokens,
    SessionTimeKeeper,
    SignOut,
    CheckSession,
    VouchForSession,
    KnownDevices,
    OwnSessionsQueries,
    EndOwnSessions,
    AccountRejections,
    signer,
  ],
  exports: [SessionTokens, KnownDevices, AccountRejections],
})
export class SessionsModule {}
