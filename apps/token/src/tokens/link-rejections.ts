import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import {
  auditSubject,
  AuditThrottle,
  recordAuditEvent,
  toAuditOutcome,
  type AuditEvent,
  type Logger,
} from '@caredrop/service-kit';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { LOGGER } from '../config.js';

type LinkAction =
  | 'link.validate'
  | 'link.ask_renewal'
  | 'link.skip_document'
  | 'token.report_problem'
  | 'token.language_chosen'
  | 'token.check_failed'
  | 'token.opened';

/**
 * Audits requests of link holders that were refused: failed look-ups, requests for new links, reports, openings,
 * choices of a language, skipped documents and patient checks. Beyond a quota they are aggregated, since anyone can try
 * links without limit.
 */
@Injectable()
export class LinkRejections implements BeforeApplicationShutdown {
  private readonly throttle: AuditThrottle;

  constructor(
    @Inject(UnitOfWork) work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.throttle = new AuditThrottle({ write: (event) => recordAuditEvent(work.emit, event), logger });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.throttle.stop();
  }

  /** `tokenId`: the id of the link, if it is known. */
  note(
    action: LinkAction,
    ending: Pick<AuditEvent, 'outcome' | 'reason'>,
    tokenId: string | undefined,
  ): Promise<void> {
    const subject = tokenId && { subject: auditSubject.token(tokenId) };
    return this.throttle.note({ action, ...ending, ...subject });
  }

  /** Notes the error that ended a request. The entry has no link if it cannot be looked up: the database may be down. */
  async noteError(action: LinkAction, error: unknown, linkHash: Uint8Array<ArrayBuffer>): Promise<void> {
    const found = this.prisma.token.findUnique({ where: { linkHash }, select: { id: true } });
    const token = await found.catch(() => null);
    await this.note(action, toAuditOutcome(error), token?.id);
  }
}
