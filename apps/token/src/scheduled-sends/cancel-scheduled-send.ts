import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent, toAuditOutcome } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { cancelSchedule, type ScheduleKey } from '../send-schedule/open-schedules.js';
import { lockToken } from '../tokens/lock-token.js';

@Injectable()
export class CancelScheduledSend {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly metrics: TokenMetrics,
  ) {}

  /** Throws 409 when nothing is scheduled, or while the message is being sent and can no longer be cancelled. */
  async execute(key: ScheduleKey): Promise<Token> {
    try {
      const token = await this.work.run(async (tx, emit) => {
        await lockToken(tx, key.tokenId);
        const cancelled = await cancelSchedule(tx, emit, key);
        if (!cancelled) throw appError('schedule_not_open');
        return cancelled;
      });
      this.metrics.scheduledSends.inc({ channel: key.channel, outcome: 'cancelled' });
      return token;
    } catch (error) {
      const event = { action: 'token.schedule_cancelled', subject: auditSubject.token(key.tokenId) } as const;
      await recordAuditEvent(this.work.emit, { ...event, ...toAuditOutcome(error) });
      throw error;
    }
  }
}
