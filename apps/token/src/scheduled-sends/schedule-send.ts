import { Inject, Injectable } from '@nestjs/common';
import type { ErrorCode } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent, toAuditOutcome } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { requireOffered } from '../offered-languages/offered.js';
import { writeSchedule, type NewSchedule } from '../send-schedule/open-schedules.js';
import { statusOf } from '../tokens/token.js';
import { lockToken } from '../tokens/lock-token.js';

const notActive = { sms: 'sms_token_not_active', email: 'email_token_not_active' } as const satisfies Record<
  NewSchedule['channel'],
  ErrorCode
>;

@Injectable()
export class ScheduleSend {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LANGUAGES'>,
  ) {}

  /**
   * Schedules a text or an email with an active link, replacing one that is already scheduled. The language becomes the
   * link's at once, so that a later choice of the patient is kept; null keeps the link's language. Throws 400
   * (language, time) and 409 (not active, time, the earlier one is being sent).
   */
  async execute(
    { id }: Token,
    { language: chosen, ...schedule }: NewSchedule & Pick<Token, 'language'>,
  ): Promise<Token> {
    try {
      requireOffered(chosen, this.config.LANGUAGES);
      const { before, after } = await this.work.run(async (tx, emit) => {
        await lockToken(tx, id);
        const before = await tx.token.findUniqueOrThrow({ where: { id } });
        if (statusOf(before, new Date()) !== 'active') throw appError(notActive[schedule.channel]);
        if (chosen !== null) await tx.token.update({ where: { id }, data: { language: chosen } });
        return { before, after: await writeSchedule(tx, emit, before, schedule) };
      });
      if (chosen !== null && chosen !== before.language)
        this.metrics.languages.inc({ language: chosen, by: 'clinician' });
      return after;
    } catch (error) {
      const event = { action: 'token.send_scheduled', subject: auditSubject.token(id) } as const;
      await recordAuditEvent(this.work.emit, { ...event, ...toAuditOutcome(error) });
      throw error;
    }
  }
}
