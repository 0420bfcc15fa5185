import { randomUUID } from 'node:crypto';
import { eventOwners, type EventData, type EventType } from '@caredrop/contracts/events';
import { emitInto, OutboxRelay } from '@caredrop/messaging';
import { people } from '@caredrop/testing';
import type { RunningService } from './service.js';

/**
 * Publishes an event over the real broker; returns its id. The service's own outbox publishes on behalf of
 * the other services.
 */
export async function tell<T extends EventType>(
  service: RunningService,
  type: T,
  data: EventData<T>,
  aggregateVersion = 1,
): Promise<string> {
  const event = { type, aggregateId: randomUUID(), aggregateVersion, data };
  const origin = { source: eventOwners[type][0], correlation: undefined, causationId: null };
  const { id } = await emitInto(service.prisma, origin, () => undefined)(event);
  service.app.get(OutboxRelay).wake();
  return id;
}

/** Publishes an earlier event again, as happens when the broker's confirm to a relay is lost. */
export async function tellAgain({ prisma }: RunningService, eventId: string): Promise<void> {
  await prisma.$executeRaw`UPDATE outbox SET sent_at = NULL WHERE id = ${eventId}::uuid`;
}

export const aboutDocument = (ownerId: string = people.ana.id) => ({
  documentId: randomUUID(),
  tokenId: randomUUID(),
  ownerId,
});

export const aboutUpload = (scan: 'clean' | 'pending', ownerId?: string) => ({
  ...aboutDocument(ownerId),
  claimId: randomUUID(),
  receivedAt: new Date().toISOString(),
  scan,
});
