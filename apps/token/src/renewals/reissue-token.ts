import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { AppError, auditSubject, recordAuditEvent, toAuditOutcome } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { SendTokenSms } from '../sms/send-token-sms.js';
import { MakeReplacement, type Reissue, type Replacement } from './make-replacement.js';

export interface Reissued {
  token: Token;
  /** `unconfirmed`: the text was refused, or it is not known whether it was accepted; `problem` says why. */
  sms: 'none' | 'sent' | 'unconfirmed';
  problem: AppError | null;
}

@Injectable()
export class ReissueToken {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly makeReplacement: MakeReplacement,
    private readonly sendTokenSms: SendTokenSms,
    private readonly metrics: TokenMetrics,
  ) {}

  /**
   * Replaces a link by a new one with the same reference, nickname, notes, language and phone number. Only
   * one link per request stays usable: an active old one is revoked. The new link is committed before it is
   * texted, and stays when that fails. `senderId`: whose daily limit of text messages applies. Throws 409.
   */
  async execute(tokenId: string, senderId: string, wanted: Reissue): Promise<Reissued> {
    const { token, sms } = await this.replacement(tokenId, wanted);
    if (sms === null) return { token, sms: 'none', problem: null };
    if (token.hasSms) return { token, sms: 'sent', problem: null };
    try {
      const texted = await this.sendTokenSms.deliver(token, senderId, sms);
      return { token: texted, sms: 'sent', problem: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { token, sms: 'unconfirmed', problem: error };
    }
  }

  private async replacement(tokenId: string, wanted: Reissue): Promise<Replacement> {
    try {
      const replacement = await this.makeReplacement.execute(tokenId, wanted);
      const how = wanted.automatic ? 'automatic' : 'by_hand';
      if (replacement.made) this.metrics.reissues.inc({ how });
      return replacement;
    } catch (error) {
      const subject = auditSubject.token(tokenId);
      await recordAuditEvent(this.work.emit, { action: 'token.reissue', ...toAuditOutcome(error), subject });
      throw error;
    }
  }
}
