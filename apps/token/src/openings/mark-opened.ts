import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, toAuditOutcome, withMinDuration } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { TokenMetrics } from '../metrics.js';
import { LinkRejections } from '../tokens/link-rejections.js';
import { hashTokenValue } from '../tokens/token-value.js';
import { statusOf } from '../tokens/token.js';

/**
 * Records that a person has opened a link: the page sends this at the first touch or key press, not when it loads,
 * because link scanners load pages too. Response and timing are the same whether the link is known, unknown, or has
 * ended.
 */
@Injectable()
export class MarkOpened {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly rejections: LinkRejections,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Pick<Config, 'RENEWAL_ANSWER_MS'>,
  ) {}

  execute(value: string): Promise<void> {
    return withMinDuration(this.config.RENEWAL_ANSWER_MS, this.recorded(value));
  }

  private async recorded(value: string): Promise<void> {
    const linkHash = new Uint8Array(hashTokenValue(value));
    try {
      if (await this.mark(linkHash)) return void this.metrics.openings.inc({ outcome: 'opened' });
      const token = await this.prisma.token.findUnique({ where: { linkHash } });
      if (token && statusOf(token, new Date()) === 'active')
        return void this.metrics.openings.inc({ outcome: 'repeated' });
      const reason = token ? 'link_not_active' : 'link_unknown';
      this.metrics.openings.inc({ outcome: reason });
      await this.rejections.note('token.opened', { outcome: 'refused', reason }, token?.id);
    } catch (error) {
      this.metrics.openings.inc({ outcome: 'error' });
      await this.rejections.note('token.opened', toAuditOutcome(error), undefined);
      throw error;
    }
  }

  /** Only the first opening after the link was last sent counts: repeating the call changes and records nothing. */
  private mark(linkHash: Uint8Array<ArrayBuffer>): Promise<boolean> {
    return this.work.run(async (tx, emit) => {
      const [opened] = await tx.$queryRaw<{ id: string }[]>`
        UPDATE tokens SET opened_at = now(), first_opened_at = coalesce(first_opened_at, now())
        WHERE link_hash = ${linkHash} AND opened_at IS NULL AND status = 'active' AND confirmed_at IS NULL
          AND expires_at > now()
        RETURNING id`;
      if (!opened) return false;
      const subject = auditSubject.token(opened.id);
      await recordAuditEvent(emit, { action: 'token.opened', subject, actor: 'patient' });
      return true;
    });
  }
}
