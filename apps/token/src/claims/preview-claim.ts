import type { ClaimResponse, PreviewClaimResponse } from '@caredrop/contracts/internal';
import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { hashTokenValue } from '../tokens/token-value.js';
import { explainRejection } from './claim.js';
import { readLink } from './read-link.js';

@Injectable()
export class PreviewClaim {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /**
   * Whether a link can still be used, for an upload that is refused for another reason. Reads one row: a sender of
   * refused uploads causes no writes here.
   */
  async execute(value: string): Promise<PreviewClaimResponse> {
    const { token, now } = await readLink(this.prisma, new Uint8Array(hashTokenValue(value)));
    const rejection = explainRejection(token, null, now);
    return rejection && isFinal(rejection) ? rejection : { outcome: 'usable' };
  }
}

const finalOutcomes = new Set<ClaimResponse['outcome']>(['used', 'expired', 'revoked', 'unknown']);

/** Whether a later claim would be denied, too. */
const isFinal = (
  response: ClaimResponse,
): response is Extract<ClaimResponse, { outcome: PreviewClaimResponse['outcome'] }> =>
  finalOutcomes.has(response.outcome);
