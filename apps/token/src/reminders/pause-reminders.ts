import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent, toAuditOutcome } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { emitSmsChanged } from '../sms/emit-sms-changed.js';
import { recordView } from '../tokens/record-view.js';

@Injectable()
export class PauseReminders {
  constructor(@Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>) {}

  /**
   * Stops reminders until they are resumed. Repeating it changes nothing. Throws 409 when none is planned.
   */
  async execute({ id }: Token): Promise<Token> {
    const subject = auditSubject.token(id);
    try {
      return await this.pause(id);
    } catch (error) {
      const event = { action: 'token.pause_reminders', ...toAuditOutcome(error), subject } as const;
      await recordAuditEvent(this.work.emit, event);
      throw error;
    }
  }

  private pause(id: string): Promise<Token> {
    return this.work.run(async (tx, emit) => {
      const paused = await tx.$executeRaw`
        UPDATE "tokens" SET "reminders_paused_at" = now(), "version" = "version" + 1
        WHERE "id" = ${id}::uuid AND "next_reminder_at" IS NOT NULL AND "reminders_paused_at" IS NULL
          AND "status" = 'active' AND "confirmed_at" IS NULL AND "expires_at" > now()`;
      const row = await tx.token.findUniqueOrThrow({ where: { id } });
      if (paused === 0 && !row.remindersPausedAt) throw appError('reminders_not_planned');
      if (paused === 0) {
        await recordView(emit, row);
        return row;
      }
      await emitSmsChanged(emit, row, row.version);
      await recordAuditEvent(emit, { action: 'token.pause_reminders', subject: auditSubject.token(id) });
      return row;
    });
  }
}
