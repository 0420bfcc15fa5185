import { randomUUID } from 'node:crypto';
import type { AuditRecord } from '@caredrop/contracts';
import { emitInto } from '@caredrop/messaging';

/** Writes a record into the outbox, as another service does. Returns the id of its event. */
export async function emitRecord(db: Parameters<typeof emitInto>[0], data: AuditRecord): Promise<string> {
  const emit = emitInto(db, { source: 'token', correlation: undefined, causationId: null }, () => undefined);
  const { id } = await emit({ type: 'audit.recorded', aggregateId: randomUUID(), aggregateVersion: 1, data });
  return id;
}
