import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { AuditAction } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import {
  attemptedOn,
  auditSubject,
  AuditThrottle,
  recordAuditEvent,
  toAuditOutcome,
  type AuditEvent,
  type Logger,
  type Principal,
} from '@caredrop/service-kit';
import { LOGGER } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { SendingJob } from '../generated/prisma/client.js';
import { recordJobView } from './record-job-view.js';
import { SendingJobQueries } from './sending-jobs.queries.js';

/**
 * Audits reads of colleagues' files, exports and refused attempts. Each entry is committed before the response is sent,
 * except that refused attempts beyond a quota are aggregated.
 */
@Injectable()
export class RecordJobReads implements BeforeApplicationShutdown {
  private readonly rejections: AuditThrottle;

  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(LOGGER) logger: Logger,
    private readonly queries: SendingJobQueries,
  ) {
    this.rejections = new AuditThrottle({ write: (event) => this.write(event), logger });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.rejections.stop();
  }

  /** Returns a job that the caller may read. Otherwise throws 404 and audits the attempt. */
  async visible(id: string, principal: Principal, action: AuditAction): Promise<SendingJob> {
    try {
      return await this.queries.visible(id, principal);
    } catch (error) {
      await this.rejections.note({ action, ...toAuditOutcome(error), ...attemptedOn('sending_job', id) });
      throw error;
    }
  }

  /** Audits a read of a colleague's file. */
  view(job: SendingJob): Promise<void> {
    return recordJobView(this.work.emit, job);
  }

  /** Audits an export of a job's links to a file. */
  exported(id: string, tokenIds: string[]): Promise<void> {
    const subject = auditSubject.sendingJob(id);
    const related = tokenIds.map(auditSubject.token);
    return this.write({ action: 'token.export', subject, related, codes: ['csv'] });
  }

  private write(event: AuditEvent): Promise<void> {
    return recordAuditEvent(this.work.emit, event);
  }
}
