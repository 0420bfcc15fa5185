import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent, toAuditOutcome } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { planReminders } from '../reminder-plan/reminder-plan.js';
import { remindedLink, rulesOf } from '../reminder-plan/reminder-rules.js';
import { noProblem } from './no-problem.js';
import { aboutToken } from '../belonging/about-token.js';
import { lockToken } from '../tokens/lock-token.js';
import { recordView } from '../tokens/record-view.js';

@Injectable()
export class CloseProblem {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Records that a clinician has dealt with the report made at `reportedAt`. Repeating it changes nothing.
   * Throws 409 when the patient has since sent another report, which the clinician has not read.
   */
  async execute(id: string, reportedAt: Date, now = new Date()): Promise<Token> {
    const subject = auditSubject.token(id);
    try {
      return await this.work.run(async (tx, emit) => {
        await lockToken(tx, id);
        const token = await tx.token.findUniqueOrThrow({ where: { id } });
        if (!token.problemAt) {
          await recordView(emit, token);
          return token;
        }
        if (token.problemAt.getTime() !== reportedAt.getTime()) throw appError('problem_changed');
        const data = { ...noProblem, ...this.remindAgain(token, now), version: { increment: 1 } };
        const row = await tx.token.update({ where: { id }, data });
        await emit({
          type: 'token.problem_closed',
          aggregateId: id,
          aggregateVersion: row.version,
          data: aboutToken(row),
        });
        await recordAuditEvent(emit, { action: 'token.close_problem', subject });
        return row;
      });
    } catch (error) {
      await recordAuditEvent(this.work.emit, {
        action: 'token.close_problem',
        ...toAuditOutcome(error),
        subject,
      });
      throw error;
    }
  }

  /** Reminders that were missed while a report stopped them are not sent afterwards. */
  private remindAgain(token: Token, now: Date): { nextReminderAt?: Date | null } {
    const link = remindedLink(token);
    if (token.problemReason !== 'not_mine' || !token.nextReminderAt || !link) return {};
    return { nextReminderAt: planReminders(link, rulesOf(this.config), now)[0] ?? null };
  }
}
