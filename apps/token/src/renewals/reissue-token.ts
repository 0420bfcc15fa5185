import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, toAuditOutcome } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { TokenMetrics } from '../metrics.js';
import { TextNewLink, type Texted } from '../sms/text-new-link.js';
import { MakeReplacement, type Replacement } from './make-replacement.js';
import type { Reissue } from './new-contact.js';

@Injectable()
export class ReissueToken {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly makeReplacement: MakeReplacement,
    private readonly textNewLink: TextNewLink,
    private readonly metrics: TokenMetrics,
  ) {}

  /**
   * Replaces a link with a new one that has the same owner, team, reference, nickname, notes, language and template;
   * `newContact` chooses its phone number and email address. An active old link is revoked, so that only the new one
   * can be used. The new link is committed with its email and before it is texted, and stays when the text fails.
   * `senderId`: whose daily limits apply. Throws 404, 409, 429.
   */
  async execute(tokenId: string, senderId: string, wanted: Reissue): Promise<Texted> {
    const { token, sms } = await this.replacement(tokenId, senderId, wanted);
    return this.textNewLink.execute(token, senderId, sms);
  }

  private async replacement(tokenId: string, senderId: string, wanted: Reissue): Promise<Replacement> {
    try {
      const replacement = await this.makeReplacement.execute(tokenId, senderId, wanted);
      const how = wanted.again ? 'asked_again' : wanted.automatic ? 'automatic' : 'by_hand';
      if (replacement.made) this.metrics.reissues.inc({ how });
      return replacement;
    } catch (error) {
      const subject = auditSubject.token(tokenId);
      const action = wanted.again ? 'token.ask_again' : 'token.reissue';
      await recordAuditEvent(this.work.emit, { action, ...toAuditOutcome(error), subject });
      throw error;
    }
  }
}
