import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { rowsAfter, type Logger } from '@caredrop/service-kit';
import { LOGGER } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { OpenNext } from '../next-links/open-next.js';

const BATCH = 100;

/**
 * Makes next links that are missing although the previous document has arrived or was skipped: the document was handled
 * by a process of an earlier version during a roll-out, or found by a reconciliation.
 */
@Injectable()
export class OpenNextLinks {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly openNext: OpenNext,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns how many links were handled. One that fails is retried on the next run, and does not stop the others. */
  async execute(isStopping = () => false, batchSize = BATCH): Promise<number> {
    let handled = 0;
    for await (const id of rowsAfter<string>((last) => this.find(last ?? null, batchSize))) {
      if (isStopping()) break;
      if (await this.open(id)) handled += 1;
    }
    return handled;
  }

  private async find(after: string | null, batchSize: number): Promise<string[]> {
    const found = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT id FROM tokens
      WHERE request_id IS NOT NULL AND followed_at IS NULL AND (status = 'used' OR skipped_at IS NOT NULL)
        AND (${after}::uuid IS NULL OR id > ${after}::uuid)
      ORDER BY id LIMIT ${batchSize}`;
    return found.map(({ id }) => id);
  }

  private async open(id: string): Promise<boolean> {
    try {
      await this.work.run((tx, emit) => this.openNext.execute(tx, emit, id));
      return true;
    } catch (err) {
      this.logger.error({ err, tokenId: id }, 'failed to make the next link of a request');
      return false;
    }
  }
}
