import type { EventType } from '@caredrop/contracts/events';
import type { RawSql } from '../types.js';

export interface Republication {
  /** Sent at or after this time. */
  since: Date;
  /** Sent before this time. */
  until: Date;
  /** Only events of this type; all types by default. */
  type?: EventType;
}

/**
 * Marks sent events as unsent: the relay publishes them again, and inboxes drop duplicates. Needed when a
 * consumer has lost its queue. Only the last 14 days of events are kept. Resolves to the number marked.
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
