import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import { AnnounceDocuments } from '../collected-mail/announce-documents.js';
import type { Tx } from '../database/prisma.service.js';

@Controller()
export class MailOwnerOnDocumentReleased {
  constructor(private readonly announceDocuments: AnnounceDocuments) {}

  @EventPattern<string>('document.released')
  handle(@Payload() event: EventEnvelope<'document.released'>, @Ctx() context: EventContext<Tx>): void {
    this.announceDocuments.execute(context, event);
  }
}
