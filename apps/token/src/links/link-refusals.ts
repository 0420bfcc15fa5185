import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { about, AttemptTally, howItEnded, recordAct, type Logger } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { LOGGER } from '../logger.js';

/**
 * Audits failed look-ups of links; beyond a quota they are aggregated, since anyone can try links without
 * end.
 */
@Injectable()
export class LinkRefusals implements BeforeApplicationShutdown {
  private readonly tally: AttemptTally;

  constructor(@Inject(UnitOfWork) work: UnitOfWork<Tx>, @Inject(LOGGER) logger: Logger) {
    this.tally = new AttemptTally({ write: (act) => recordAct(work.emit, act), logger });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.tally.stop();
  }

  /** `tokenId`: for a known link that can no longer be used. */
  note(error: unknown, tokenId: string | undefined): Promise<void> {
    const subject = tokenId && { subject: about.token(tokenId) };
    return this.tally.note({ action: 'link.validate', ...howItEnded(error), ...subject });
  }
}
