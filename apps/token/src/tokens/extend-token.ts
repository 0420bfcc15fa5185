import { Inject, Injectable } from '@nestjs/common';
import type { AuditSubject, ErrorCode } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { AppError, auditSubject, recordAuditEvent, toAuditOutcome } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { planReminders } from '../reminder-plan/reminder-plan.js';
import { remindedLink, rulesOf } from '../reminder-plan/reminder-rules.js';
import { statusOf } from './token.js';
import { aboutToken } from '../belonging/about-token.js';

@Injectable()
export class ExtendToken {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Sets the expiry of an active link to this many days from now, by the database's clock, and replans its remaining
   * reminders for the new expiry. Throws 409.
   */
  async execute(id: string, days: number): Promise<Token> {
    const subject = auditSubject.token(id);
    try {
      return await this.extend(id, days, subject);
    } catch (error) {
      await recordAuditEvent(this.work.emit, { action: 'token.extend', ...toAuditOutcome(error), subject });
      throw error;
    }
  }

  private extend(id: string, days: number, subject: AuditSubject): Promise<Token> {
    return this.work.run(async (tx, emit) => {
      const extended = await tx.$executeRaw`
        UPDATE tokens SET expires_at = now() + ${days}::int * interval '1 day', version = version + 1
        WHERE id = ${id}::uuid AND status = 'active' AND confirmed_at IS NULL AND expires_at > now()`;
      const row = await tx.token.findUniqueOrThrow({ where: { id } });
      if (extended === 0) throw new AppError(rejectionOf(row));
      const token = await this.planAgain(tx, row);
      const data = aboutToken(row);
      await emit({ type: 'token.extended', aggregateId: id, aggregateVersion: row.version, data });
      await recordAuditEvent(emit, { action: 'token.extend', subject });
      return token;
    });
  }

  private async planAgain(tx: Tx, token: Token): Promise<Token> {
    const link = token.remindersStopped ? null : remindedLink(token);
    if (!link) return token;
    const [nextReminderAt = null] = planReminders(link, rulesOf(this.config), new Date());
    return tx.token.update({ where: { id: token.id }, data: { nextReminderAt } });
  }
}

function rejectionOf(row: Token): ErrorCode {
  if (row.status === 'active' && row.confirmedAt) return 'token_receiving';
  const status = statusOf(row, new Date());
  if (status === 'used') return 'extend_used';
  return status === 'revoked' ? 'extend_revoked' : 'extend_expired';
}
