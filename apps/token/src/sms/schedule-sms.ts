import { Inject, Injectable } from '@nestjs/common';
import { holdsPartOfLink } from '@caredrop/contracts';
import { appError, requestContext, type Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Token } from '../generated/prisma/client.js';
import { ScheduleSend } from '../scheduled-sends/schedule-send.js';
import { toE164 } from '../tokens/phone-number.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import type { SmsRequest } from './send-token-sms.js';
import { takeLinkOut } from './sms-text.js';

@Injectable()
export class ScheduleSms {
  constructor(
    private readonly scheduleSend: ScheduleSend,
    private readonly presenter: TokenPresenter,
    @Inject(CONFIG) private readonly config: Pick<Config, 'SMS_COUNTRIES' | 'PUBLIC_URL'>,
  ) {}

  /**
   * Schedules a text. Throws 400 (number, language, time, another link) and 409 (not active, time, an earlier one is
   * being sent).
   */
  async execute(token: Token, sender: Principal, request: SmsRequest, sendAt: Date): Promise<Token> {
    const recipient = toE164(request.phoneNumber, this.config.SMS_COUNTRIES);
    if (!recipient) throw appError('phone_invalid');
    return this.scheduleSend.execute(token, {
      ...{ channel: 'sms', senderId: sender.userId, recipient, sendAt, language: request.language },
      ...{
        message: this.withoutLink(token, request.customMessage),
        wantsReminders: request.reminders ?? false,
      },
    });
  }

  /** A link is never stored in plain text. Throws 400 if the text contains another link or part of one. */
  private withoutLink(token: Token, custom: string | null): string | null {
    if (custom === null) return null;
    const origin = requestContext.current()?.publicOrigin ?? null;
    const value = this.presenter.linkValue(token);
    const { template } = takeLinkOut('', custom, value, this.config.PUBLIC_URL, origin);
    if (holdsPartOfLink(template)) throw appError('text_holds_link');
    return template;
  }
}
