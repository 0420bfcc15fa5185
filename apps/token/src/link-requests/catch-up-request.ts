import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { SettleClaim } from '../claims/settle-claim.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { OpenNext } from '../next-links/open-next.js';

/** The event of an upload usually follows the confirmation of its claim within milliseconds. */
const COMMITS_WITHIN_MS = 2_000;
const LOOK_EACH_MS = 100;

/**
 * Makes a request's next link if it is missing although the document before it has arrived: that document's event may
 * still be on its way, or a process of an earlier version has handled it.
 */
@Injectable()
export class CatchUpRequest {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly settleClaim: SettleClaim,
    private readonly openNext: OpenNext,
  ) {}

  /** Throws 503 if a confirmed claim has to be settled while the document service cannot be reached. */
  async execute(requestId: string): Promise<void> {
    const where = { requestId, followedAt: null };
    const links = await this.prisma.token.findMany({ where, orderBy: { createdAt: 'asc' } });
    for (const link of links) {
      const { id, status } = await this.arrived(link);
      if (status === 'used') await this.work.run((tx, emit) => this.openNext.execute(tx, emit, id));
    }
  }

  /**
   * Returns the link once its confirmed claim has ended. Settling abandons an upload that has not committed yet, so an
   * upload that is about to commit in another tab is given time first.
   */
  private async arrived(found: Token): Promise<Token> {
    const read = () => this.prisma.token.findUniqueOrThrow({ where: { id: found.id } });
    let link = found;
    while (isConfirmed(link) && link.confirmedAt.getTime() > Date.now() - COMMITS_WITHIN_MS) {
      await sleep(LOOK_EACH_MS);
      link = await read();
    }
    if (!isConfirmed(link)) return link;
    await this.settleClaim.execute(link.claimId);
    return read();
  }
}

const isConfirmed = (link: Token): link is Token & { claimId: string; confirmedAt: Date } =>
  link.status === 'active' && link.claimId !== null && link.confirmedAt !== null;
