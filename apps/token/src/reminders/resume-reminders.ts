import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { planReminders } from '../reminder-plan/reminder-plan.js';
import { remindedLink, rulesOf } from '../reminder-plan/reminder-rules.js';
import { emitSmsChanged } from '../sms/emit-sms-changed.js';
import { lockToken } from '../tokens/lock-token.js';
import { recordView } from '../tokens/record-view.js';

@Injectable()
export class ResumeReminders {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Continues with the next planned reminder; those missed during the pause are not sent. */
  execute({ id }: Token, now = new Date()): Promise<Token> {
    return this.work.run(async (tx, emit) => {
      await lockToken(tx, id);
      const token = await tx.token.findUniqueOrThrow({ where: { id } });
      if (!token.remindersPausedAt) {
        await recordView(emit, token);
        return token;
      }
      const link = remindedLink(token);
      const [next = null] = link ? planReminders(link, rulesOf(this.config), now) : [];
      const row = await tx.token.update({
        where: { id },
        data: {
          remindersPausedAt: null,
          nextReminderAt: token.remindersStopped ? null : next,
          version: { increment: 1 },
        },
      });
      await emitSmsChanged(emit, row, row.version);
      await recordAuditEvent(emit, { action: 'token.resume_reminders', subject: auditSubject.token(id) });
      return row;
    });
  }
}
