import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import {
  auditSubject,
  AuditThrottle,
  recordAuditEvent,
  type AuditEvent,
  type Logger,
} from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { LOGGER } from '../config.js';

/**
 * Audits requests of link holders that were refused: failed look-ups, requests for new links, reports, openings,
 * choices of a language, skipped documents and patient checks. Beyond a quota they are aggregated, since anyone can try
 * links without limit.
 */
@Injectable()
export class LinkRejections implements BeforeApplicationShutdown {
  private readonly throttle: AuditThrottle;

  constructor(@Inject(UnitOfWork) work: UnitOfWork<Tx>, @Inject(LOGGER) logger: Logger) {
    this.throttle = new AuditThrottle({ write: (event) => recordAuditEvent(work.emit, event), logger });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.throttle.stop();
  }

  /** `tokenId`: the id of the link, if it is known. */
  note(
    action:
      | 'link.validate'
      | 'link.ask_renewal'
      | 'link.skip_document'
      | 'token.report_problem'
      | 'token.language_chosen'
      | 'token.check_failed'
      | 'token.opened',
    ending: Pick<AuditEvent, 'outcome' | 'reason'>,
    tokenId: string | undefined,
  ): Promise<void> {
    const subject = tokenId && { subject: auditSubject.token(tokenId) };
    return this.throttle.note({ action, ...ending, ...subject });
  }
}
