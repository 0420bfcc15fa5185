import { Module } from '@nestjs/common';
import { BackOffModule } from '../back-off/back-off.module.js';
import { HashingModule } from '../hashing/hashing.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { FinishSignIn } from './finish-sign-in.js';
import { SignInController } from './sign-in.controller.js';
import { SignIn } from './sign-in.js';

@Module({
  imports: [BackOffModule, HashingModule, SecondFactorModule, SessionsModule],
  controllers: [SignInController],
  providers: [SignIn, FinishSignIn],
})
export class SignInModule {}
