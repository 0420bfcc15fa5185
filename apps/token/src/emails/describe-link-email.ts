import { Inject, Injectable } from '@nestjs/common';
import type { DescribeLinkEmail as Wanted, DescribeLinkEmailResponse } from '@caredrop/contracts/internal';
import { appError } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { OwnerStates, ownerOrTeamState } from '../people/owner-states.js';
import { isReminderHour } from '../reminder-plan/reminder-plan.js';
import { stopReason, type ClaimedReminder } from '../claimed-reminders/stop-reason.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { linkFor } from '../tokens/token-value.js';
import { isBeingCommitted, statusOf } from '../tokens/token.js';
import { emailContent } from './email-content.js';

/** Returns the parts of an email that the notification service needs for sending and does not store. */
@Injectable()
export class DescribeLinkEmail {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly presenter: TokenPresenter,
    private readonly ownerStates: OwnerStates,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * `ended` when the patient could not use the link, when the link has since been emailed to another address, when a
   * reminder must not be sent any more, or when the database was restored to a state from before the request. Throws
   * 503 while an upload is being committed, because storing its document may still fail, and for a reminder while auth
   * does not report whether the owner's account is enabled.
   */
  async execute({ deliveryId, tokenId }: Wanted, now = new Date()): Promise<DescribeLinkEmailResponse> {
    const where = { deliveryId, tokenId };
    const email = await this.prisma.linkEmail.findFirst({ where, include: { token: true } });
    if (!email || email.address === null || isCorrected(email.address, email.token))
      return { outcome: 'ended' };
    if (isBeingCommitted(email.token)) throw appError('service_unavailable');
    if (statusOf(email.token, now) !== 'active') return { outcome: 'ended' };
    const { reminder } = email;
    if (reminder !== null && (await this.isStopped({ ...email, reminder }, now))) return { outcome: 'ended' };
    const link = linkFor(this.config.PUBLIC_URL, this.presenter.linkValue(email.token));
    return {
      outcome: 'found',
      to: email.address,
      link,
      ...emailContent(email.token, this.config, reminder !== null),
    };
  }

  /**
   * Applies the rules of a texted reminder, and the hours for reminders, since the mail server may have been
   * unavailable.
   */
  private async isStopped(claimed: ClaimedReminder, now: Date): Promise<boolean> {
    const { REMINDERS, CLINIC_TIME_ZONE } = this.config;
    if (REMINDERS === 'off' || !isReminderHour(now, CLINIC_TIME_ZONE) || stopReason(claimed, now))
      return true;
    const { token } = claimed;
    const owner = ownerOrTeamState(token, await this.ownerStates.of([token.ownerId]));
    if (owner === 'unknown') throw appError('service_unavailable');
    return owner !== 'enabled';
  }
}

/** Whether the clinician has since emailed the link to another address, for example to correct a typing error. */
const isCorrected = (address: string, { emailAddress }: Pick<Token, 'emailAddress'>): boolean =>
  emailAddress?.toLowerCase() !== address.toLowerCase();
