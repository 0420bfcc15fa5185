import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import type { Logger } from '@caredrop/service-kit';
import { correctOwners, type StoredFor } from '../assignments/correct-owners.js';
import { MarkUsed, type CommittedUpload } from '../claims/mark-used.js';
import type { Tx } from '../database/prisma.service.js';
import { LOGGER } from '../config.js';

@Controller()
export class MarkUsedOnUploadCompleted {
  constructor(
    private readonly markUsed: MarkUsed,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @EventPattern<EventType>('upload.completed')
  handle(
    @Payload() { data }: EventEnvelope<'upload.completed'>,
    @Ctx() { batch, emit }: EventContext<Tx>,
  ): void {
    batch(this.markAll, { ...data, emit });
  }

  private readonly markAll = async (tx: Tx, uploads: (CommittedUpload & StoredFor)[]): Promise<void> => {
    const unchanged = await this.markUsed.execute(tx, uploads);
    await correctOwners(tx, uploads);
    if (unchanged.length > 0) await this.tellOfStrange(tx, unchanged);
  };

  /**
   * Logs documents that their links have no record of, for example after one database was restored. `reconcile` repairs
   * this, unless the link itself is missing.
   */
  private async tellOfStrange(tx: Tx, uploads: CommittedUpload[]): Promise<void> {
    const tokens = await tx.token.findMany({
      where: { id: { in: uploads.flatMap(({ tokenId }) => tokenId ?? []) } },
      select: { id: true, status: true, documentId: true },
    });
    for (const { tokenId, documentId } of uploads) {
      const token = tokens.find(({ id }) => id === tokenId);
      if (token?.status === 'used' && token.documentId === documentId) continue;
      this.logger.error(
        { tokenId, documentId, status: token?.status },
        'received a document for a link that is unknown or not active',
      );
    }
  }
}
