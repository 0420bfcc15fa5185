import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import { AnnounceDocuments } from '../collected-mail/announce-documents.js';
import type { Tx } from '../database/prisma.service.js';

/** A document that is still being scanned is announced when it is released, not before. */
@Controller()
export class MailOwnerOnUploadCompleted {
  constructor(private readonly announceDocuments: AnnounceDocuments) {}

  @EventPattern<string>('upload.completed')
  handle(@Payload() event: EventEnvelope<'upload.completed'>, @Ctx() context: EventContext<Tx>): void {
    if (event.data.scan === 'clean') this.announceDocuments.execute(context, event);
  }
}
