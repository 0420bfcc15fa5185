import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
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
  ) {}

  /** Returns how many links were handled. */
  async execute(): Promise<number> {
    const found = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT id FROM tokens
      WHERE request_id IS NOT NULL AND followed_at IS NULL AND (status = 'used' OR skipped_at IS NOT NULL)
      LIMIT ${BATCH}`;
    for (const { id } of found) await this.work.run((tx, emit) => this.openNext.execute(tx, emit, id));
    return found.length;
  }
}
