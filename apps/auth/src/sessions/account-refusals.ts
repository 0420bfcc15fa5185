import { UnitOfWork } from '@caredrop/messaging';
import { about, AttemptTally, howItEnded, recordAct, type Act, type Logger } from '@caredrop/service-kit';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '../config.js';
import type { Tx } from '../database/prisma.service.js';

/** The quota of individual entries: a whole surgery behind one address may mistype in the morning. */
const PER_ADDRESS = 60;

/**
 * Audits failures of signing in, requesting and setting a password. The same is written for known and unknown
 * accounts, so that timing reveals nothing. Beyond a quota they are aggregated, since anyone can try without
 * end.
 */
@Injectable()
export class AccountRefusals implements BeforeApplicationShutdown {
  private readonly tally: AttemptTally;

  constructor(unitOfWork: UnitOfWork<Tx>, @Inject(LOGGER) logger: Logger) {
    const write = (act: Act) => recordAct(unitOfWork.emit, act);
    this.tally = new AttemptTally({ write, logger, perAddress: PER_ADDRESS });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.tally.stop();
  }

  /** `userId`: the account meant, where there is one. */
  note(action: Act['action'], error: unknown, userId: string | undefined): Promise<void> {
    return this.noteReason(action, howItEnded(error), userId);
  }

  noteReason(
    action: Act['action'],
    ending: Pick<Act, 'outcome' | 'reason'>,
    userId: string | undefined,
  ): Promise<void> {
    return this.tally.note({ action, ...ending, ...(userId && { subject: about.user(userId) }) });
  }
}
