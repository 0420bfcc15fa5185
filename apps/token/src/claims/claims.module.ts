import { Module } from '@nestjs/common';
import { ProofModule } from '../check-rules/proof.module.js';
import { ClaimToken } from './claim-token.js';
import { ClaimsController } from './claims.controller.js';
import { ConfirmClaim } from './confirm-claim.js';
import { ReleaseClaim } from './release-claim.js';
import { RenewClaim } from './renew-claim.js';
import { SettleClaim } from './settle-claim.js';

@Module({
  imports: [ProofModule],
  controllers: [ClaimsController],
  providers: [ClaimToken, RenewClaim, ConfirmClaim, ReleaseClaim, SettleClaim],
  exports: [SettleClaim],
})
export class ClaimsModule {}
