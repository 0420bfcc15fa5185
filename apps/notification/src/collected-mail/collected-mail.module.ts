import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { AnnounceDocuments } from './announce-documents.js';
import { DatabaseClock } from './database-clock.js';
import { DocumentRecipients } from './document-recipients.js';
import { KeepReader } from './keep-reader.js';
import { ReleaseCollections } from './release-collections.js';

@Module({
  imports: [MailModule],
  providers: [AnnounceDocuments, DatabaseClock, DocumentRecipients, KeepReader, ReleaseCollections],
  exports: [AnnounceDocuments, KeepReader, ReleaseCollections],
})
export class CollectedMailModule {}
