import { keepRecordResponse } from '@caredrop/contracts/internal';
import {
  AuditThrottle,
  counter,
  InternalClient,
  measuredGauge,
  toRecord,
  type AuditEvent,
  type Logger,
} from '@caredrop/service-kit';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '../config.js';
import { RecordBuffer, type IdentifiedRecord } from './record-buffer.js';

/**
 * Audits two kinds of rejections in one place for all services: calls to administrator routes by other signed-in users,
 * which never reach a service, and calls that a service refuses for a missing fresh proof. The gateway has no outbox, so
 * entries wait in memory while the audit service is unavailable. Beyond a quota per minute they are aggregated.
 */
@Injectable()
export class AccessRejections implements BeforeApplicationShutdown {
  private readonly throttle: AuditThrottle;
  private readonly buffer: RecordBuffer;

  constructor(client: InternalClient, @Inject(LOGGER) logger: Logger) {
    const dropped = counter(
      'audit_records_dropped_total',
      'Gateway audit records dropped: the buffer was full, or the audit service rejected them',
    );
    const send = (record: IdentifiedRecord) =>
      client.post('audit', '/internal/records', record, keepRecordResponse, { onBehalf: false });
    this.buffer = new RecordBuffer({ send, logger, onDrop: () => dropped.inc() });
    measuredGauge(
      'audit_records_waiting',
      'Gateway audit records waiting to be sent to the audit service',
      () => this.buffer.size,
    );
    const write = (event: AuditEvent) => {
      this.buffer.add(toRecord(event));
      return Promise.resolve();
    };
    this.throttle = new AuditThrottle({ write, logger });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.throttle.stop();
    await this.buffer.stop();
  }

  /** Returns at once: the response does not wait for its entry. */
  note(reason: 'forbidden' | 'proof_required'): void {
    void this.throttle.note({ action: 'access.refuse', outcome: 'refused', reason });
  }
}
