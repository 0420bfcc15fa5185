import { Inject, Injectable } from '@nestjs/common';
import { limits } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, toAuditOutcome, withMinDuration } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { TokenMetrics } from '../metrics.js';
import { LinkRejections } from '../tokens/link-rejections.js';
import { hashTokenValue } from '../tokens/token-value.js';
import { emitRenewalAsked } from './renewal-asked.js';
import { type BelongingToken } from '../belonging/about-token.js';

type Asked = BelongingToken & { version: number; autoRenewalDue: boolean };

/**
 * A patient asks for a new link in place of an expired one. Response and timing do not depend on whether the link is
 * known or the request is accepted.
 */
@Injectable()
export class AskForRenewal {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly rejections: LinkRejections,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute(value: string): Promise<void> {
    return withMinDuration(this.config.RENEWAL_ANSWER_MS, this.recorded(value));
  }

  private async recorded(value: string): Promise<void> {
    const linkHash = new Uint8Array(hashTokenValue(value));
    try {
      if (await this.ask(linkHash)) return void this.metrics.renewalAsks.inc({ outcome: 'asked' });
      const token = await this.prisma.token.findUnique({ where: { linkHash }, select: { id: true } });
      const reason = token ? 'link_not_renewable' : 'link_unknown';
      this.metrics.renewalAsks.inc({ outcome: reason });
      await this.rejections.note('link.ask_renewal', { outcome: 'refused', reason }, token?.id);
    } catch (error) {
      this.metrics.renewalAsks.inc({ outcome: 'error' });
      await this.rejections.note('link.ask_renewal', toAuditOutcome(error), undefined);
      throw error;
    }
  }

  /**
   * One conditional UPDATE, so at most one of any number of simultaneous requests is accepted. An upload that is still
   * running on the expired link takes precedence. A request that waits for automatic renewal is not announced yet. A
   * link with an open report is not renewed automatically, so that a clinician reads the report.
   */
  private ask(linkHash: Uint8Array<ArrayBuffer>): Promise<boolean> {
    const { renewalDays, renewalAsksMax, renewalAskAgainDays, autoRenewalDays } = limits;
    const automatic = this.config.AUTO_RENEW === 'once';
    return this.work.run(async (tx, emit) => {
      const [asked] = await tx.$queryRaw<Asked[]>`
        UPDATE tokens SET renewal_asked_at = now(), renewal_asks = renewal_asks + 1, version = version + 1,
          auto_renewal_due = ${automatic} AND NOT auto_renewed AND problem_at IS NULL
            AND expires_at > now() - ${autoRenewalDays}::int * interval '1 day'
            AND ((sms_status IS NOT DISTINCT FROM 'delivered' AND sms_phone_number IS NOT NULL)
              OR (email_status IS NOT DISTINCT FROM 'sent' AND email_address IS NOT NULL))
        WHERE link_hash = ${linkHash} AND replaced_by IS NULL
          AND (status = 'expired' OR (status = 'active' AND confirmed_at IS NULL AND expires_at <= now()
            AND (claim_id IS NULL OR lease_until <= now())))
          AND expires_at > now() - ${renewalDays}::int * interval '1 day' AND renewal_asks < ${renewalAsksMax}
          AND (renewal_asked_at IS NULL OR renewal_asked_at <= now() - ${renewalAskAgainDays}::int * interval '1 day')
        RETURNING id, owner_id AS "ownerId", team_id AS "teamId", version, auto_renewal_due AS "autoRenewalDue"`;
      if (!asked) return false;
      if (!asked.autoRenewalDue) await emitRenewalAsked(emit, asked, asked.version);
      const subject = auditSubject.token(asked.id);
      await recordAuditEvent(emit, { action: 'link.ask_renewal', subject, actor: 'patient' });
      return true;
    });
  }
}
