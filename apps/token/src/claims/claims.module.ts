import { Module } from '@nestjs/common';
import { ProofModule } from '../check-rules/proof.module.js';
import { NextLinksModule } from '../next-links/next-links.module.js';
import { RequestItemsModule } from '../request-items/request-items.module.js';
import { ClaimToken } from './claim-token.js';
import { ClaimsController } from './claims.controller.js';
import { ConcludeClaim } from './conclude-claim.js';
import { ConfirmClaim } from './confirm-claim.js';
import { MarkUsed } from './mark-used.js';
import { PreviewClaim } from './preview-claim.js';
import { ReleaseClaim } from './release-claim.js';
import { RenewClaim } from './renew-claim.js';
import { SettleClaim } from './settle-claim.js';

@Module({
  imports: [NextLinksModule, ProofModule, RequestItemsModule],
  controllers: [ClaimsController],
  providers: [
    PreviewClaim,
    ClaimToken,
    RenewClaim,
    ConfirmClaim,
    ReleaseClaim,
    SettleClaim,
    ConcludeClaim,
    MarkUsed,
  ],
  exports: [ConcludeClaim, MarkUsed, SettleClaim],
})
export class ClaimsModule {}
