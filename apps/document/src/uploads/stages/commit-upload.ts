import { UnitOfWork } from '@caredrop/messaging';
import { rawPgClient, type Logger } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../config.js';
import { PrismaService, type Tx } from '../../database/prisma.service.js';
import { writeAcceptance, type Acceptance } from '../acceptance.js';
import { EndAttempt } from '../end-attempt.js';
import { findOwnReceipt } from '../ledger.js';
import { tryAgain } from '../upload.errors.js';

/** Commits attempt, ledger, document and events in one transaction, after which the document exists. */
@Injectable()
export class CommitUpload {
  constructor(
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly prisma: PrismaService,
    private readonly ending: EndAttempt,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(acceptance: Acceptance): Promise<void> {
    try {
      await this.unitOfWork.run((tx, emit) => writeAcceptance(tx, emit, acceptance), {
        maxWait: 5_000,
        timeout: 15_000,
      });
    } catch (error) {
      this.logger.error({ err: error }, 'a commit failed, or its result is unknown');
      await this.undo(acceptance);
    }
  }

  /**
   * Returns if the commit did happen, which the attempt's row decides. Otherwise throws the client's error,
   * and releases the link only if the commit is ruled out. If the database stays unavailable, the outcome is unknown
   * until the token service settles the claim, or until the patient's next try if the commit did happen.
   */
  private async undo({ attempt }: Acceptance): Promise<void> {
    const ending = await this.ending.decide(attempt);
    if (ending?.state === 'completed') return;
    if (!ending) throw tryAgain();
    await this.ending.release(attempt);
    // Throws 410 when the link has received another document in the meantime.
    await findOwnReceipt(rawPgClient(this.prisma.pool), attempt);
    throw tryAgain();
  }
}
