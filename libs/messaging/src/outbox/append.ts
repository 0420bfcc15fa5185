import type { EventEnvelope } from '@caredrop/contracts/events';
import type { Emit, RawSql } from '../types.js';
import { newEnvelope, type EnvelopeOrigin } from './new-envelope.js';

// clock_timestamp and not now(): events of one transaction keep the order in which they were emitted.
const INSERT = `
  INSERT INTO outbox (id, type, aggregate_id, envelope, created_at)
  VALUES ($1::uuid, $2::text, $3::uuid, $4::jsonb, clock_timestamp())`;

/** Writes an envelope to the outbox in the caller's transaction; a relay publishes it after the commit. */
export async function append(tx: RawSql, envelope: EventEnvelope): Promise<void> {
  await tx.$executeRawUnsafe(
    INSERT,
    envelope.id,
    envelope.type,
    envelope.aggregateId,
    JSON.stringify(envelope),
  );
}

/** An {@link Emit} bound to one transaction; `onEmit` is told of each event. */
export function emitInto(tx: RawSql, origin: EnvelopeOrigin, onEmit: () => void): Emit {
  return async (event) => {
    const envelope = newEnvelope(event, origin);
    await append(tx, envelope);
    onEmit();
    return envelope;
  };
}
