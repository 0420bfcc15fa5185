import { Module } from '@nestjs/common';
import { ArrivalsModule } from '../arrivals/arrivals.module.js';
import { KeepEntryOnAuditRecorded } from './keep-entry-on-audit-recorded.js';

/**
 * Every event this service handles; `libs/messaging/src/topology/consumers.ts` binds its queue to the same events.
 */
@Module({ imports: [ArrivalsModule], controllers: [KeepEntryOnAuditRecorded] })
export class SubscribersModule {}
