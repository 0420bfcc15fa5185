import type { EventEnvelope } from '@caredrop/contracts/events';
import type { PoolClient } from 'pg';
import type { PublishOutcome } from '../broker/publisher.js';

export interface OutboxRow {
  id: string;
  envelope: EventEnvelope;
  attempts: number;
}

export interface Batch {
  size: number;
  /** Whether the connection ended. Unconfirmed events then stay unsent until the next connection. */
  lost: boolean;
}

const CLAIM = `
  SELECT id, envelope, attempts FROM outbox
  WHERE sent_at IS NULL AND (retry_at IS NULL OR retry_at <= now())
  ORDER BY created_at LIMIT $1
  FOR UPDATE SKIP LOCKED`;

const MARK_SENT = `UPDATE outbox SET sent_at = clock_timestamp(), attempts = attempts + 1, retry_at = NULL, last_error = NULL
  WHERE id = ANY($1::uuid[])`;

const MARK_FAILED = `UPDATE outbox SET attempts = attempts + 1, last_error = $2,
    retry_at = clock_timestamp() + make_interval(secs => $3::double precision / 1000)
  WHERE id = $1`;

/**
 * Claims unsent rows, publishes them and marks them, in one transaction: rows that another relay is sending
 * are skipped, and the rows of a relay that dies are sent again by the next one. An event that no queue
 * receives does not keep the others from being marked.
 */
export async function sendBatch(
  client: PoolClient,
  batchSize: number,
  publish: (row: OutboxRow) => Promise<PublishOutcome>,
  retryInMs: (attempts: number) => number,
): Promise<Batch> {
  await client.query('BEGIN');
  const { rows } = await client.query<OutboxRow>(CLAIM, [batchSize]);
  const outcomes = await Promise.all(rows.map(async (row) => ({ ...row, outcome: await publish(row) })));
  const sent = outcomes.filter(({ outcome }) => outcome === 'confirmed').map(({ id }) => id);
  if (sent.length > 0) await client.query(MARK_SENT, [sent]);
  for (const { id, attempts, outcome } of outcomes) {
    if (outcome === 'returned' || outcome === 'refused')
      await client.query(MARK_FAILED, [id, outcome, retryInMs(attempts + 1)]);
  }
  await client.query('COMMIT');
  return { size: rows.length, lost: outcomes.some(({ outcome }) => outcome === 'lost') };
}
