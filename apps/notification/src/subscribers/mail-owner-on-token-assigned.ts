import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import { AnnounceDocuments } from '../collected-mail/announce-documents.js';
import type { Tx } from '../database/prisma.service.js';

/**
 * Announces a document that arrived while its link was being assigned, and so was announced to the previous owner and
 * team only. Other assignments cause no email.
 */
@Controller()
export class MailOwnerOnTokenAssigned {
  constructor(private readonly announceDocuments: AnnounceDocuments) {}

  @EventPattern<string>('token.assigned')
  handle(@Payload() event: EventEnvelope<'token.assigned'>, @Ctx() context: EventContext<Tx>): void {
    const { tokenId, ownerId, teamId, arrivedDocumentId, previousOwnerId, previousTeamId } = event.data;
    if (!arrivedDocumentId) return;
    const data = { tokenId, ownerId, teamId, documentId: arrivedDocumentId };
    const announcedTo = { userId: previousOwnerId, teamId: previousTeamId ?? null };
    this.announceDocuments.execute(context, { ...event, data }, announcedTo);
  }
}
