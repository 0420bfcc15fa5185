import type { ClaimedToken } from '@caredrop/contracts/internal';
import { UnitOfWork } from '@caredrop/messaging';
import {
  auditSubject,
  AppError,
  AuditThrottle,
  toAuditOutcome,
  recordAuditEvent,
  type AuditEvent,
  type Logger,
} from '@caredrop/service-kit';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Tx } from '../database/prisma.service.js';
import { LOGGER } from '../config.js';
import { scanEndings } from '../storage/scanner.js';
import { ClientGone } from './upload.errors.js';

/**
 * Audits failed uploads; beyond a quota they are aggregated, since anyone can send to links without limit. An
 * error response discloses nothing, so a failure that cannot be recorded is logged and the response is sent
 * anyway.
 */
@Injectable()
export class UploadRejections implements BeforeApplicationShutdown {
  private readonly throttle: AuditThrottle;
  private readonly noted = new WeakSet<object>();

  constructor(
    unitOfWork: UnitOfWork<Tx>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const write = (event: AuditEvent) => recordAuditEvent(unitOfWork.emit, event);
    this.throttle = new AuditThrottle({ write, logger });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.throttle.stop();
  }

  /**
   * Records each error once: the first caller is the closest to the failure and knows the most about it. `token`: the link
   * that was claimed for the upload.
   */
  async note(error: unknown, token?: Pick<ClaimedToken, 'tokenId' | 'ownerId'>): Promise<void> {
    if (typeof error !== 'object' || error === null || this.noted.has(error)) return;
    this.noted.add(error);
    const which = token && {
      subject: auditSubject.token(token.tokenId),
      related: [auditSubject.user(token.ownerId)],
    };
    const who = token && { actor: 'patient' as const };
    try {
      if (isInfected(error)) await this.throttle.note({ ...infected, ...which });
      await this.throttle.note({ action: 'document.upload', ...endingOf(error), ...which, ...who });
    } catch (err) {
      this.logger.error({ err }, 'failed to record a refused upload');
    }
  }
}

const infected = {
  action: 'document.scan',
  actor: 'system',
  ...scanEndings.infected,
} as const;

const isInfected = (error: unknown): boolean => error instanceof AppError && error.code === 'file_infected';

const endingOf = (error: unknown) =>
  error instanceof ClientGone
    ? ({ outcome: 'failed', reason: 'client_gone' } as const)
    : toAuditOutcome(error);
