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
    const sentAt = next && wasSent(next) ? ((await this.firstSentAt(next.id)) ?? replacedAt) : null;
    return {
      canAsk: canAsk(token, new Date()),
      askedAt: renewalAskedAt?.toISOString() ?? null,
      replacedAt: replacedAt?.toISOString() ?? null,
      replacementSent: sentAt !== null,
      replacementSentAt: sentAt?.toISOString() ?? null,
    };
  }

  /** Null for a link that counts as emailed because an email with the previous link of its request was accepted. */
  private async firstSentAt(tokenId: string): Promise<Date | null> {
    const first = { orderBy: { createdAt: 'asc' }, select: { createdAt: true } } as const;
    const [text, email] = await Promise.all([
      this.prisma.smsSend.findFirst({
        where: {
          ...{ tokenId, reminder: null, thanks: null },
          OR: [{ accepted: true, status: null }, { status: { not: 'failed' } }],
        },
        ...first,
      }),
      this.prisma.linkEmail.findFirst({ where: { tokenId, reminder: null, status: 'sent' }, ...first }),
    ]);
    const times = [text, email].flatMap((sent) => (sent ? [sent.createdAt.getTime()] : []));
    return times.length > 0 ? new Date(Math.min(...times)) : null;
  }
}

/** An email counts once the clinic's mail server has accepted it. */
export const wasSent = ({ hasSms, smsStatus, emailStatus }: Token): boolean =>
  (hasSms && smsStatus !== 'failed') || emailStatus === 'sent';
