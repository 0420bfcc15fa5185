import { UnitOfWork } from '@caredrop/messaging';
import { about, AttemptTally, howItEnded, recordAct, type Act, type Logger } from '@caredrop/service-kit';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '../config.js';
import type { Tx } from '../database/prisma.service.js';

/** A whole surgery behind one address may mistype in the morning, each with an entry of their own. */
const PER_ADDRESS = 60;

/**
 * Audit entries of what did not work at the door: signing in, asking for a password, setting one. The same is written
 * for known and unknown accounts, so that time tells nothing. Anybody can try without end: counted together beyond
 * a share.
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

  /** `userId`: of the account that was meant, where there is one. */
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
