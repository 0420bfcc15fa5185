import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { SettleClaim } from '../claims/settle-claim.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { OpenNext } from '../next-links/open-next.js';

/** Between the confirmation of a claim and its event pass some milliseconds. */
const COMMITS_WITHIN_MS = 2_000;
const LOOK_EACH_MS = 100;

/**
 * Makes the next link of a request whose documents have arrived: the event of the last one may still be on its way, or a process
 * of an earlier version has handled it.
 */
@Injectable()
export class CatchUpRequest {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly settleClaim: SettleClaim,
    private readonly openNext: OpenNext,
  ) {}

  /** Throws 503 while the document service cannot be asked. */
  async execute(requestId: string): Promise<void> {
    const links = await this.prisma.token.findMany({ where: { requestId }, orderBy: { createdAt: 'asc' } });
    for (const { id } of links) {
      const { status, followedAt } = await this.arrived(id);
      if (status === 'used' && !followedAt)
        await this.work.run((tx, emit) => this.openNext.execute(tx, emit, id));
    }
  }

  /**
   * The link once its confirmed claim has ended. Settling abandons an upload that has not committed yet, so an upload that is
   * about to commit in another tab gets its time first.
   */
  private async arrived(id: string): Promise<Token> {
    let link = await this.link(id);
    while (isConfirmed(link) && link.confirmedAt.getTime() > Date.now() - COMMITS_WITHIN_MS) {
      await sleep(LOOK_EACH_MS);
      link = await this.link(id);
    }
    if (!isConfirmed(link)) return link;
    await this.settleClaim.execute(link.claimId);
    return this.link(id);
  }

  private link(id: string): Promise<Token> {
    return this.prisma.token.findUniqueOrThrow({ where: { id } });
  }
}

const isConfirmed = (link: Token): link is Token & { claimId: string; confirmedAt: Date } =>
  link.status === 'active' && link.claimId !== null && link.confirmedAt !== null;
