import type { EventEnvelope } from '@caredrop/contracts/events';
import type { Emit, RawSql } from '../types.js';
import { newEnvelope, type EnvelopeOrigin } from './new-envelope.js';

// Uses clock_timestamp, not now(), so that events of one transaction keep the order in which they were emitted. A
// single statement, so that recording a read costs one round trip. For the numbering, see sql/audit-streams.sql.
const INSERT = `
  INSERT INTO outbox (id, type, aggregate_id, envelope, created_at)
  SELECT (e->>'id')::uuid, e->>'type', (e->>'aggregateId')::uuid,
         CASE WHEN e->>'type' = 'audit.recorded'
           THEN jsonb_set(e, '{data,sequence}', jsonb_build_object('stream', stream, 'number',
             upto - $2::bigint + count(*) FILTER (WHERE e->>'type' = 'audit.recorded') OVER (ORDER BY place)))
           ELSE e END,
         clock_timestamp()
  FROM take_audit_numbers($2::bigint), jsonb_array_elements($1::jsonb) WITH ORDINALITY AS event (e, place)
  ORDER BY place`;

/**
 * Writes envelopes to the outbox in the caller's transaction, in order; a relay publishes them after the
 * commit. Audit records get the next numbers of one of the service's streams (`data.sequence`): deleting a
 * record from the outbox before it is published leaves a gap, which the audit's `verify` reports.
 */
export async function append(tx: RawSql, envelopes: EventEnvelope[]): Promise<void> {
  const records = envelopes.filter(({ type }) => type === 'audit.recorded').length;
  await tx.$executeRawUnsafe(INSERT, JSON.stringify(envelopes), records);
}

/** Returns an {@link Emit} that writes at once and calls `onEmit` for each event. */
export function emitInto(tx: RawSql, origin: EnvelopeOrigin, onEmit: () => void): Emit {
  return async (event) => {
    const envelope = newEnvelope(event, origin);
    await append(tx, [envelope]);
    onEmit();
    return envelope;
  };
}
