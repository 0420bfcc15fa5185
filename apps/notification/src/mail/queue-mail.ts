import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import { currentTraceparent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { MailWorker } from './mail-worker.js';
import type { Purpose } from './purpose.js';

interface About {
  /** The delivery's id, if the event contains one. */
  id?: string;
  userId: string;
  documentId?: string;
  tokenId?: string;
  /** The team of the link. */
  teamId?: string | null;
  sessionId?: string;
}

/**
 * Queues an email in the transaction of the event's handler, and wakes the worker after the commit. Queues one email
 * per event and purpose: the inbox drops duplicates, and if its row is gone, the unique index does.
 */
@Injectable()
export class QueueMail {
  constructor(private readonly worker: MailWorker) {}

  async execute(
    context: EventContext<Tx>,
    event: EventEnvelope,
    purpose: Purpose,
    about: About,
  ): Promise<void> {
    const { id = randomUUID(), userId, documentId = null, tokenId = null } = about;
    const { teamId = null, sessionId = null } = about;
    const traceparent = currentTraceparent() ?? null;
    await context.tx.$executeRaw`
      INSERT INTO mail_deliveries (id, event_id, purpose, user_id, document_id, token_id, team_id, session_id,
        correlation_id, traceparent)
      VALUES (${id}::uuid, ${event.id}::uuid, ${purpose}, ${userId}::uuid, ${documentId}::uuid, ${tokenId}::uuid,
        ${teamId}::uuid, ${sessionId}::uuid, ${event.correlationId}, ${traceparent})
      ON CONFLICT DO NOTHING`;
    context.afterCommit(() => this.worker.wake());
  }
}
