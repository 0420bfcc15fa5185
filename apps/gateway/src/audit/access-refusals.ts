import { randomUUID } from 'node:crypto';
import { keepRecordAnswer } from '@caredrop/contracts/internal';
import { AttemptTally, InternalClient, toRecord, type Act, type Logger } from '@caredrop/service-kit';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '../config.js';

/**
 * Audit entries of signed-in people who asked for what only administrators may do: no service hears of these calls. The
 * gateway has no outbox, so an entry is lost while the audit service is away, and the log says so; the refusal stands
 * all the same. Beyond a share of the minute they are counted together.
 */
@Injectable()
export class AccessRefusals implements BeforeApplicationShutdown {
  private readonly tally: AttemptTally;

  constructor(
    client: InternalClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const keep = (act: Act) =>
      client.post(
        'audit',
        '/internal/records',
        { id: randomUUID(), record: toRecord(act) },
        keepRecordAnswer,
        { onBehalf: false },
      );
    this.tally = new AttemptTally({ write: keep, logger });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.tally.stop();
  }

  /** Nobody waits for it. */
  note(): void {
    this.tally
      .note({ action: 'access.refuse', outcome: 'refused', reason: 'forbidden' })
      .catch((error: unknown) => this.logger.warn({ err: error }, 'a refusal could not be recorded'));
  }
}
