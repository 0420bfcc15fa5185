import { Module } from '@nestjs/common';
import { RenewalsModule } from '../renewals/renewals.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { ValidateToken } from './validate-token.js';
import { ValidationController } from './validation.controller.js';

@Module({
  imports: [TokensModule, RenewalsModule],
  controllers: [ValidationController],
  providers: [ValidateToken],
})
export class ValidationModule {}
