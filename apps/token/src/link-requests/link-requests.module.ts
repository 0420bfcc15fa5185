import { Module } from '@nestjs/common';
import { ProofModule } from '../check-rules/proof.module.js';
import { ClaimsModule } from '../claims/claims.module.js';
import { NextLinksModule } from '../next-links/next-links.module.js';
import { RenewalsModule } from '../renewals/renewals.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { ValidationModule } from '../validation/validation.module.js';
import { CatchUpRequest } from './catch-up-request.js';
import { DescribeRequest } from './describe-request.js';
import { LinkRequestsController } from './link-requests.controller.js';
import { SkipDocument } from './skip-document.js';

@Module({
  imports: [ClaimsModule, NextLinksModule, ProofModule, RenewalsModule, TokensModule, ValidationModule],
  controllers: [LinkRequestsController],
  providers: [CatchUpRequest, DescribeRequest, SkipDocument],
})
export class LinkRequestsModule {}
