import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { AttentionController } from './attention.controller.js';
import { AttentionQueries } from './attention.queries.js';
import { SnoozeDocument } from './snooze-document.js';

@Module({
  imports: [DocumentsModule],
  controllers: [AttentionController],
  providers: [AttentionQueries, SnoozeDocument],
})
export class AttentionModule {}
