import { randomUUID } from 'node:crypto';
import type { EventData, EventType } from '@caredrop/contracts/events';
import { people } from '@caredrop/testing';
import type { RunningService } from './service.js';

/** Tells an event over the real broker; answers its id. The service's own outbox stands in for its neighbours'. */
export async function tell<T extends EventType>(
  service: RunningService,
  type: T,
  data: EventData<T>,
): Promise<string> {
  const event = { type, aggregateId: randomUUID(), aggregateVersion: 1, data };
  return service.work.run(async (_tx, emit) => (await emit(event)).id);
}

/** Publishes an event that was sent before once more, as after a relay's lost confirm. */
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
