import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { BackOffModule } from '../back-off/back-off.module.js';
import { HashingModule } from '../hashing/hashing.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ChangePassword } from './change-password.js';
import { rulesFor } from './common-passwords.js';
import { PasswordsController } from './passwords.controller.js';
import { RequestPasswordReset } from './request-password-reset.js';
import { PASSWORD_RULES, ResetPassword } from './reset-password.js';

@Module({
  imports: [BackOffModule, HashingModule, SecondFactorModule, SessionsModule],
  controllers: [PasswordsController],
  providers: [
    RequestPasswordReset,
    ResetPassword,
    ChangePassword,
    { provide: PASSWORD_RULES, inject: [CONFIG], useFactory: (config: Config) => rulesFor(config) },
  ],
})
export class PasswordsModule {}
