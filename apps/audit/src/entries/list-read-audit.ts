import { UnitOfWork } from '@caredrop/messaging';
import { ListReads, recordAuditEvent, type Logger } from '@caredrop/service-kit';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '../config.js';
import type { Tx } from '../database/prisma.service.js';

/**
 * Audits reads of the audit itself, because they show patients' references and file names. The entry is committed before
 * the list is sent.
 */
@Injectable()
export class ListReadAudit implements BeforeApplicationShutdown {
  private readonly reads: ListReads;

  constructor(@Inject(UnitOfWork) work: UnitOfWork<Tx>, @Inject(LOGGER) logger: Logger) {
    this.reads = new ListReads({ write: (event) => recordAuditEvent(work.emit, event), logger });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.reads.stop();
  }

  recordEntriesRead(query: Record<string, unknown>, rows: number): Promise<void> {
    return this.reads.record('audit.list', query, rows);
  }
}
