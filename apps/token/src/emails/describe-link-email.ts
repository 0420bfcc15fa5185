import { Inject, Injectable } from '@nestjs/common';
import type { DescribeLinkEmail as Wanted, DescribeLinkEmailAnswer } from '@caredrop/contracts/internal';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { linkFor } from '../tokens/token-value.js';
import { statusOf } from '../tokens/token.js';
import { emailContent } from './email-content.js';

/** Returns what the notification service needs at the moment of sending, and does not store. */
@Injectable()
export class DescribeLinkEmail {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly presenter: TokenPresenter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** `ended` when the patient could not use the link, or when a restored backup is older than the request. */
  async execute({ deliveryId, tokenId }: Wanted, now = new Date()): Promise<DescribeLinkEmailAnswer> {
    const where = { deliveryId, tokenId };
    const email = await this.prisma.linkEmail.findFirst({ where, include: { token: true } });
    if (!email || email.address === null || statusOf(email.token, now) !== 'active')
      return { outcome: 'ended' };
    const link = linkFor(this.config.PUBLIC_URL, this.presenter.linkValue(email.token));
    return { outcome: 'found', to: email.address, link, ...emailContent(email.token, this.config) };
  }
}
