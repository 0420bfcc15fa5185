import { sendingLimits } from '@caredrop/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import type { SendingJob } from '../generated/prisma/client.js';
import { emitSendingChanged } from '../sending-jobs/emit-sending-changed.js';

/**
 * Deletes files of requests with their rows 14 days after they have ended. One that has not ended 14 days after it was
 * created is cancelled, so that it does not keep phone numbers and email addresses.
 */
@Injectable()
export class ForgetSendingJobs {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
  ) {}

  /** Returns how many were deleted. */
  async execute(): Promise<number> {
    await this.cancelOld();
    return this.prisma.$executeRaw`
      DELETE FROM sending_jobs WHERE ended_at <= now() - ${sendingLimits.keptDays}::int * interval '1 day'`;
  }

  private async cancelOld(): Promise<void> {
    await this.work.run(async (tx, emit) => {
      const cancelled = await tx.$queryRaw<Pick<SendingJob, 'id' | 'ownerId' | 'version'>[]>`
        UPDATE sending_jobs SET state = 'cancelled', ended_at = now(), version = version + 1
        WHERE ended_at IS NULL AND created_at <= now() - ${sendingLimits.keptDays}::int * interval '1 day'
        RETURNING id, owner_id AS "ownerId", version`;
      await tx.$executeRaw`
        UPDATE sending_rows r SET state = 'cancelled', code = NULL, phone_number = NULL, email_address = NULL, nickname = NULL
        FROM sending_jobs j
        WHERE j.id = r.job_id AND j.state = 'cancelled' AND r.lease_until IS NULL AND r.state IN ('waiting', 'sending')`;
      for (const job of cancelled) {
        await emitSendingChanged(emit, job);
        const subject = auditSubject.sendingJob(job.id);
        await recordAuditEvent(emit, { action: 'sending_job.cancel', subject, actor: 'system' });
      }
    });
  }
}
