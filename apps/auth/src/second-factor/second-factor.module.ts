import { Module } from '@nestjs/common';
import { BackOffModule } from '../back-off/back-off.module.js';
import { HashingModule } from '../hashing/hashing.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AdminSecondFactorController } from './admin-second-factor.controller.js';
import { ConfirmPassword } from './confirm-password.js';
import { Enrolments } from './enrolments.js';
import { OwnSecondFactor } from './own-second-factor.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RequireSecondFactor } from './require-second-factor.js';
import { ResetSecondFactor } from './reset-second-factor.js';
import { SealedSecrets } from './sealed-secrets.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SpendCode } from './spend-code.js';

@Module({
  imports: [BackOffModule, HashingModule, SessionsModule],
  controllers: [SecondFactorController, AdminSecondFactorController],
  providers: [
    SealedSecrets,
    RecoveryCodes,
    SpendCode,
    ConfirmPassword,
    Enrolments,
    OwnSecondFactor,
    RequireSecondFactor,
    ResetSecondFactor,
  ],
  exports: [SpendCode, ConfirmPassword, Enrolments],
})
export class SecondFactorModule {}
