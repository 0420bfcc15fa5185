import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { ValidateToken } from './validate-token.js';
import { ValidationController } from './validation.controller.js';
import { ValidationRefusals } from './validation-refusals.js';

@Module({
  imports: [TokensModule],
  controllers: [ValidationController],
  providers: [ValidationRefusals, ValidateToken],
})
export class ValidationModule {}
