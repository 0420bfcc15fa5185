import { Inject, Injectable } from '@nestjs/common';
import type { ErrorCode } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent, toAuditOutcome } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
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
    @Inject(CONFIG) private readonly config: Pick<Config, 'LANGUAGES'>,
  ) {}

  /**
   * Schedules a text or an email with an active link, replacing one that is already scheduled. Throws 400 (language,
   * time) and 409 (not active, time, the earlier one is being sent).
   */
  async execute({ id }: Token, schedule: NewSchedule): Promise<Token> {
    try {
      requireOffered(schedule.language, this.config.LANGUAGES);
      return await this.work.run(async (tx, emit) => {
        await lockToken(tx, id);
        const token = await tx.token.findUniqueOrThrow({ where: { id } });
        if (statusOf(token, new Date()) !== 'active') throw appError(notActive[schedule.channel]);
        return writeSchedule(tx, emit, token, schedule);
      });
    } catch (error) {
      const event = { action: 'token.send_scheduled', subject: auditSubject.token(id) } as const;
      await recordAuditEvent(this.work.emit, { ...event, ...toAuditOutcome(error) });
      throw error;
    }
  }
}
