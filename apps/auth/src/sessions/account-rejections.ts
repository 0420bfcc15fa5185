import { UnitOfWork } from '@caredrop/messaging';
import {
  auditSubject,
  AuditThrottle,
  toAuditOutcome,
  recordAuditEvent,
  type AuditEvent,
  type Logger,
} from '@caredrop/service-kit';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '../config.js';
import type { Tx } from '../database/prisma.service.js';

/**
 * Individual entries per minute and address (or user, if signed in) before aggregation: a whole surgery behind one
 * address may mistype in the morning.
 */
const PER_ADDRESS = 60;

/**
 * Audits failed attempts to sign in, to confirm an identity, to change the user's own second factor, and to request or
 * set a password. Writes an entry for unknown accounts as well, so that timing reveals nothing. Beyond a quota, failures
 * are aggregated, since anyone can try without limit.
 */
@Injectable()
export class AccountRejections implements BeforeApplicationShutdown {
  private readonly throttle: AuditThrottle;

  constructor(unitOfWork: UnitOfWork<Tx>, @Inject(LOGGER) logger: Logger) {
    const write = (event: AuditEvent) => recordAuditEvent(unitOfWork.emit, event);
    this.throttle = new AuditThrottle({ write, logger, perAddress: PER_ADDRESS });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.throttle.stop();
  }

  /** `userId`: the account concerned, if there is one. */
  note(action: AuditEvent['action'], error: unknown, userId: string | undefined): Promise<void> {
    return this.noteReason(action, toAuditOutcome(error), userId);
  }

  /** Runs `work`, and audits its failure. */
  async noted<Result>(
    action: AuditEvent['action'],
    userId: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.note(action, error, userId);
      throw error;
    }
  }

  noteReason(
    action: AuditEvent['action'],
    ending: Pick<AuditEvent, 'outcome' | 'reason'>,
    userId: string | undefined,
  ): Promise<void> {
    return this.throttle.note({ action, ...ending, ...(userId && { subject: auditSubject.user(userId) }) });
  }
}
