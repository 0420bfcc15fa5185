import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { ConcludeClaim } from '../claims/conclude-claim.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { OpenNext } from '../next-links/open-next.js';

/**
 * Makes a request's next link if it is missing although the document before it has arrived: that document's event may
 * still be on its way, or a process of an earlier version has handled it.
 */
@Injectable()
export class CatchUpRequest {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly concludeClaim: ConcludeClaim,
    private readonly openNext: OpenNext,
  ) {}

  /** Throws 503 if a confirmed claim has to be settled while the document service cannot be reached. */
  async execute(requestId: string): Promise<void> {
    const where = { requestId, followedAt: null };
    const links = await this.prisma.token.findMany({ where, orderBy: { createdAt: 'asc' } });
    for (const link of links) {
      const read = () => this.prisma.token.findUniqueOrThrow({ where: { id: link.id } });
      const { id, status } = await this.concludeClaim.execute(link, read);
      if (status === 'used') await this.work.run((tx, emit) => this.openNext.execute(tx, emit, id));
    }
  }
}
