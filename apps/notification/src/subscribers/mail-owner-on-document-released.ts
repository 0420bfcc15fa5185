import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import { AnnounceDocuments } from '../collected-mail/announce-documents.js';
import type { Tx } from '../database/prisma.service.js';

/**
 * A document that was released to the previous owner and team of its link is announced again once it has followed its
 * link, to those who have not been notified yet.
 */
@Controller()
export class MailOwnerOnDocumentReleased {
  constructor(private readonly announceDocuments: AnnounceDocuments) {}

  @EventPattern<string>('document.released')
  handle(@Payload() event: EventEnvelope<'document.released'>, @Ctx() context: EventContext<Tx>): void {
    const { previousOwnerId, previousTeamId = null } = event.data;
    const announcedTo = previousOwnerId ? { userId: previousOwnerId, teamId: previousTeamId } : null;
    this.announceDocuments.execute(context, event, announcedTo);
  }
}
