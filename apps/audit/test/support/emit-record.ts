import { randomUUID } from 'node:crypto';
import { mayRecord, type AuditRecord } from '@caredrop/contracts';
import { eventSources } from '@caredrop/contracts/events';
import { emitInto } from '@caredrop/messaging';

/** Writes a record into the outbox, as the service that performs its action does. Returns the id of its event. */
export async function emitRecord(db: Parameters<typeof emitInto>[0], data: AuditRecord): Promise<string> {
  const sources = ['token', ...eventSources].filter((one) => mayRecord(one, data.action));
  const emit = emitInto(
    db,
    { source: sources[0] ?? 'token', correlation: undefined, causationId: null },
    () => undefined,
  );
  const { id } = await emit({ type: 'audit.recorded', aggregateId: randomUUID(), aggregateVersion: 1, data });
  return id;
}
