import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { ValidationModule } from '../validation/validation.module.js';
import { AnswerCheck } from './answer-check.js';
import { PatientCheckController } from './patient-check.controller.js';
import { UnlockCheck } from './unlock-check.js';

@Module({
  imports: [TokensModule, ValidationModule],
  controllers: [PatientCheckController],
  providers: [AnswerCheck, UnlockCheck],
})
export class PatientCheckModule {}
