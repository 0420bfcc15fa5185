import type { EventEnvelope } from '@caredrop/contracts/events';
import type { Emit, RawSql } from '../types.js';
import { newEnvelope, type EnvelopeOrigin } from './new-envelope.js';

// clock_timestamp and not now(): events of one transaction keep the order in which they were emitted.
const INSERT = `
  INSERT INTO outbox (id, type, aggregate_id, envelope, created_at)
  SELECT (e->>'id')::uuid, e->>'type', (e->>'aggregateId')::uuid, e, clock_timestamp()
  FROM jsonb_array_elements($1::jsonb) AS e`;

/** Writes envelopes to the outbox in the caller's transaction, in order; a relay publishes them after the commit. */
export async function append(tx: RawSql, envelopes: EventEnvelope[]): Promise<void> {
  await tx.$executeRawUnsafe(INSERT, JSON.stringify(envelopes));
}

/** An {@link Emit} that writes at once; `onEmit` is told of each event. */
export function emitInto(tx: RawSql, origin: EnvelopeOrigin, onEmit: () => void): Emit {
  return async (event) => {
    const envelope = newEnvelope(event, origin);
    await append(tx, [envelope]);
    onEmit();
    return envelope;
  };
}
