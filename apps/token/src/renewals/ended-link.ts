import { Inject, Injectable } from '@nestjs/common';
import type { EndedLinkState } from '@caredrop/contracts';
import { PrismaService } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { canAsk } from './renewal.js';

/** What the holder of a link that has ended can do now. */
@Injectable()
export class EndedLink {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  async of(tokenId: string): Promise<EndedLinkState> {
    const token = await this.prisma.token.findUniqueOrThrow({ where: { id: tokenId } });
    const { renewalAskedAt, replacedBy, replacedAt } = token;
    const next = replacedBy ? await this.prisma.token.findUnique({ where: { id: replacedBy } }) : null;
    return {
      canAsk: canAsk(token, new Date()),
      askedAt: renewalAskedAt?.toISOString() ?? null,
      replacedAt: replacedAt?.toISOString() ?? null,
      replacementSent: next !== null && wasSent(next),
    };
  }
}

/** An email counts once the clinic's mail server has accepted it. */
export const wasSent = ({ hasSms, smsStatus, emailStatus }: Token): boolean =>
  (hasSms && smsStatus !== 'failed') || emailStatus === 'sent';
