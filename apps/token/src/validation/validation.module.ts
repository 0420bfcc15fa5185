import { Module } from '@nestjs/common';
import { ClaimsModule } from '../claims/claims.module.js';
import { RenewalsModule } from '../renewals/renewals.module.js';
import { ProofModule } from '../check-rules/proof.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { ValidateToken } from './validate-token.js';
import { ValidationController } from './validation.controller.js';

@Module({
  imports: [ClaimsModule, TokensModule, RenewalsModule, ProofModule],
  controllers: [ValidationController],
  providers: [ValidateToken],
  exports: [ValidateToken],
})
export class ValidationModule {}
