import type { EventType } from '@caredrop/contracts/events';
import type { RawSql } from '../types.js';

export interface Republication {
  /** Sent at or after. */
  since: Date;
  /** Sent before. */
  until: Date;
  /** All types when absent. */
  type?: EventType;
}

/**
 * Marks sent events as unsent: the relay publishes them again, and inboxes drop those they know. For a consumer
 * that lost its queue. Only events of the last 14 days are there. Resolves to how many.
 */
export function republish(db: RawSql, { since, until, type }: Republication): Promise<number> {
  return db.$executeRawUnsafe(
    `UPDATE outbox SET sent_at = NULL, attempts = 0
     WHERE sent_at >= $1::timestamptz AND sent_at < $2::timestamptz AND ($3::text IS NULL OR type = $3::text)`,
    since.toISOString(),
    until.toISOString(),
    type ?? null,
  );
}
