import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { Prisma, SendingJob } from '../generated/prisma/client.js';
import { emitSendingChanged } from './emit-sending-changed.js';
import { recordJobView } from './record-job-view.js';

export type SendingChange = 'start' | 'pause' | 'resume' | 'cancel';

interface Change {
  from: string[];
  to: string;
  data?: Prisma.SendingJobUpdateManyMutationInput;
}

const changes: Record<SendingChange, Change> = {
  start: { from: ['scheduled'], to: 'running', data: { startAt: null } },
  pause: { from: ['running'], to: 'paused' },
  resume: {
    from: ['paused'],
    to: 'running',
    data: { waitsUntil: null, waitsFor: null, restored: false },
  },
  cancel: { from: ['scheduled', 'running', 'paused'], to: 'cancelled' },
};

@Injectable()
export class ChangeSendingJob {
  constructor(@Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>) {}

  /**
   * Starts, pauses, resumes or cancels a job; repeating it changes nothing. A text that is being handed over at this
   * moment is still sent. Throws 409 when the job has ended, and when its state does not allow the change.
   */
  async execute(id: string, change: SendingChange): Promise<SendingJob> {
    const { from, to, data = {} } = changes[change];
    return this.work.run(async (tx, emit) => {
      const ended = to === 'cancelled' ? { endedAt: new Date() } : {};
      const [job] = await tx.sendingJob.updateManyAndReturn({
        where: { id, state: { in: from } },
        data: { ...data, ...ended, state: to, version: { increment: 1 } },
      });
      if (!job) return unchanged(tx, emit, id, to);
      if (to === 'cancelled') await cancelRows(tx, id);
      if (change === 'resume') await tryAgain(tx, id);
      await emitSendingChanged(emit, job);
      const subject = auditSubject.sendingJob(id);
      await recordAuditEvent(emit, { action: `sending_job.${change}`, subject });
      return job;
    });
  }
}

async function unchanged(tx: Tx, emit: Emit, id: string, wanted: string): Promise<SendingJob> {
  const job = await tx.sendingJob.findUniqueOrThrow({ where: { id } });
  if (job.state !== wanted) throw appError('sending_job_ended');
  await recordJobView(emit, job);
  return job;
}

/**
 * Cancels rows whose text is not being handed over. A link that such a row already has stays, because it may have been
 * emailed, or passed on by hand.
 */
async function cancelRows(tx: Tx, jobId: string): Promise<void> {
  await tx.sendingRow.updateMany({
    where: { jobId, OR: [{ state: 'waiting' }, { state: 'sending', leaseUntil: null }] },
    data: { state: 'cancelled', code: null, phoneNumber: null, emailAddress: null, nickname: null },
  });
}

/** Makes waiting rows due at once, because a limit may have been raised. */
async function tryAgain(tx: Tx, jobId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE "sending_rows" SET "due_at" = now()
    WHERE "job_id" = ${jobId}::uuid AND "state" IN ('waiting', 'sending') AND "lease_until" IS NULL AND "due_at" > now()`;
}
