import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { showSchedule, type ScheduleKey } from '../send-schedule/open-schedules.js';
import { lockToken } from '../tokens/lock-token.js';
import { recordView } from '../tokens/record-view.js';

@Injectable()
export class SendScheduledNow {
  constructor(@Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>) {}

  /**
   * Makes a scheduled message due, so that the job sends it almost immediately. A due message whose next try is delayed is
   * tried now. Throws 409 when nothing is scheduled.
   */
  execute(key: ScheduleKey, now = new Date()): Promise<Token> {
    return this.work.run(async (tx, emit) => {
      await lockToken(tx, key.tokenId);
      const open = await tx.scheduledSend.findUnique({ where: { tokenId_channel: key } });
      if (!open) throw appError('schedule_not_open');
      // Already handed over, or due and about to be tried.
      if (open.deliveryId || open.nextTryAt <= now) {
        const token = await tx.token.findUniqueOrThrow({ where: { id: key.tokenId } });
        await recordView(emit, token);
        return token;
      }
      await tx.scheduledSend.update({
        where: { tokenId_channel: key },
        data: { chosenAt: now, sendAt: now, nextTryAt: now },
      });
      const subject = auditSubject.token(key.tokenId);
      await recordAuditEvent(emit, { action: 'token.send_scheduled', subject, codes: [key.channel, 'now'] });
      return showSchedule(tx, emit, key, now);
    });
  }
}
