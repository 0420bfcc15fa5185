import { Module } from '@nestjs/common';
import { ClaimsModule } from '../claims/claims.module.js';
import { MarkUsedOnUploadCompleted } from './mark-used-on-upload-completed.js';
import { NoteDocumentGone } from './note-document-gone.js';
import { NoteDocumentReviewed } from './note-document-reviewed.js';
import { RecordEmailStatusChanged } from './record-email-status-changed.js';
import { RecordSmsStatusChanged } from './record-sms-status-changed.js';
import { TakeLinksHandedOver } from './take-links-handed-over.js';

/**
 * Every event this service handles; `libs/messaging/src/topology/consumers.ts` binds its queue to the same events.
 */
@Module({
  imports: [ClaimsModule],
  controllers: [
    MarkUsedOnUploadCompleted,
    NoteDocumentGone,
    NoteDocumentReviewed,
    RecordSmsStatusChanged,
    RecordEmailStatusChanged,
    TakeLinksHandedOver,
  ],
})
export class SubscribersModule {}
