import { Injectable } from '@nestjs/common';
import { AppError } from '@caredrop/service-kit';
import type { ReissueResponse } from '@caredrop/contracts';
import type { SmsSend, Token } from '../generated/prisma/client.js';
import { statusOf } from '../tokens/token.js';
import { SendTokenSms } from './send-token-sms.js';

export interface Texted extends Pick<ReissueResponse, 'sms'> {
  token: Token;
  /** Why the text is `unconfirmed`. */
  problem: AppError | null;
}

/** Texts a link that was committed together with the row of its text. The link stays when that fails. */
@Injectable()
export class TextNewLink {
  constructor(private readonly sendTokenSms: SendTokenSms) {}

  /**
   * A repeated call sends no second text. A link that has ended since it was made is not texted.
   *
   * @param senderId the user whose daily text limit applies
   * @param sms null: the link is not texted
   */
  async execute(token: Token, senderId: string, sms: SmsSend | null): Promise<Texted> {
    if (sms === null) return { token, sms: 'none', problem: null };
    if (token.hasSms) return { token, sms: 'sent', problem: null };
    if (statusOf(token, new Date()) !== 'active') return { token, sms: 'none', problem: null };
    try {
      const texted = await this.sendTokenSms.deliver(token, senderId, sms);
      return { token: texted, sms: 'sent', problem: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { token, sms: 'unconfirmed', problem: error };
    }
  }
}
