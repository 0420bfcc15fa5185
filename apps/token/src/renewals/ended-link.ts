import { Inject, Injectable } from '@nestjs/common';
import type { EndedLinkState } from '@caredrop/contracts';
import { PrismaService } from '../database/prisma.service.js';
import { canAsk } from './renewal.js';

/** What the holder of an expired or revoked link can do now. */
@Injectable()
export class EndedLink {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  async of(tokenId: string): Promise<EndedLinkState> {
    const token = await this.prisma.token.findUniqueOrThrow({ where: { id: tokenId } });
    const { renewalAskedAt, replacedBy, replacedAt } = token;
    const next = replacedBy && (await this.prisma.token.findUnique({ where: { id: replacedBy } }));
    return {
      canAsk: canAsk(token, new Date()),
      askedAt: renewalAskedAt?.toISOString() ?? null,
      replacedAt: replacedAt?.toISOString() ?? null,
      replacementSent: Boolean(next && next.hasSms && next.smsStatus !== 'failed'),
    };
  }
}
