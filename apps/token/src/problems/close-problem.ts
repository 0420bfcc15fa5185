import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent, toAuditOutcome } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { Prisma, Token } from '../generated/prisma/client.js';
import { planReminders } from '../reminder-plan/reminder-plan.js';
import { remindedLink, rulesOf } from '../reminder-plan/reminder-rules.js';
import { noProblem } from './no-problem.js';
import { aboutToken } from '../belonging/about-token.js';
import { lockToken } from '../tokens/lock-token.js';
import { recordView } from '../tokens/record-view.js';
import { isCheckGone, isUnusable } from '../tokens/token.js';

@Injectable()
export class CloseProblem {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Records that a clinician has dealt with the report made at `reportedAt`. For a link that cannot be replaced because
   * its patient check is gone, this can also be the time of its rejected or lost document, or of the request for a new
   * link. Repeating it changes nothing. Throws 409 when the patient has since sent another report, which the clinician
   * has not read.
   */
  async execute(id: string, reportedAt: Date, now = new Date()): Promise<Token> {
    const subject = auditSubject.token(id);
    try {
      return await this.work.run(async (tx, emit) => {
        await lockToken(tx, id);
        const token = await tx.token.findUniqueOrThrow({ where: { id } });
        const ended = this.endedBy(token, reportedAt, now);
        if (!ended) {
          if (token.problemAt) throw appError('problem_changed');
          await recordView(emit, token);
          return token;
        }
        const data = { ...ended, version: { increment: 1 } };
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

  /** The columns that end what happened at `reportedAt`; null if it has ended already. */
  private endedBy(token: Token, reportedAt: Date, now: Date): Prisma.TokenUncheckedUpdateInput | null {
    const isAt = (time: Date | null) => time?.getTime() === reportedAt.getTime();
    const { problemAt, renewalAskedAt, receivedAt, usedAt, createdAt, unusableClosedAt } = token;
    if (isAt(problemAt)) return { ...noProblem, ...this.remindAgain(token, now) };
    if (!isCheckGone(token)) return null;
    if (isAt(renewalAskedAt)) return { renewalAskedAt: null };
    const isOpen = isUnusable(token) && unusableClosedAt === null;
    return isOpen && isAt(receivedAt ?? usedAt ?? createdAt) ? { unusableClosedAt: now } : null;
  }

  /** Reminders that were missed while a report stopped them are not sent afterwards. */
  private remindAgain(token: Token, now: Date): { nextReminderAt?: Date | null } {
    const link = remindedLink(token);
    if (token.problemReason !== 'not_mine' || !token.nextReminderAt || !link) return {};
    return { nextReminderAt: planReminders(link, rulesOf(this.config), now)[0] ?? null };
  }
}
