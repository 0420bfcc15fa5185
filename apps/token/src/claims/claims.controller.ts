import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { claimBody, confirmBody, previewClaimBody } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { z } from 'zod';
import { ClaimToken } from './claim-token.js';
import { ConfirmClaim } from './confirm-claim.js';
import { PreviewClaim } from './preview-claim.js';
import { ReleaseClaim } from './release-claim.js';
import { RenewClaim } from './renew-claim.js';

/** The claim protocol, described next to its schemas in `@caredrop/contracts/internal`. */
@Callers('document')
@Controller('internal/claims')
export class ClaimsController {
  constructor(
    private readonly previewClaim: PreviewClaim,
    private readonly claimToken: ClaimToken,
    private readonly renewClaim: RenewClaim,
    private readonly confirmClaim: ConfirmClaim,
    private readonly releaseClaim: ReleaseClaim,
  ) {}

  @Post('preview')
  @HttpCode(200)
  async preview(@Body() body: unknown) {
    return success(await this.previewClaim.execute(parse(previewClaimBody, body).token));
  }

  @Post()
  @HttpCode(200)
  async claim(@Body() body: unknown) {
    return success(await this.claimToken.execute(parse(claimBody, body)));
  }

  @Post(':claimId/renew')
  @HttpCode(200)
  async renew(@Param('claimId') claimId: string) {
    return success(await this.renewClaim.execute(parse(z.uuid(), claimId)));
  }

  @Post(':claimId/confirm')
  @HttpCode(200)
  async confirm(@Param('claimId') claimId: string, @Body() body: unknown) {
    return success(await this.confirmClaim.execute(parse(z.uuid(), claimId), parse(confirmBody, body)));
  }

  @Post(':claimId/release')
  @HttpCode(200)
  async release(@Param('claimId') claimId: string) {
    return success(await this.releaseClaim.execute(parse(z.uuid(), claimId)));
  }
}
