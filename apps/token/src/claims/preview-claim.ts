import type { PreviewClaimResponse } from '@caredrop/contracts/internal';
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
    switch (rejection?.outcome) {
      case 'used':
      case 'expired':
      case 'revoked':
      case 'unknown':
        return rejection;
      default:
        return { outcome: 'usable' };
    }
  }
}
