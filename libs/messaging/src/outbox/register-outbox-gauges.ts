import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { MessagingMetrics } from '../metrics.js';
import { describeError } from '../util/describe-error.js';

/** Registers gauges of the outbox: its backlog and age, queried whenever metrics are collected. */
export function registerOutboxGauges(metrics: MessagingMetrics, pool: Pool, logger: Logger): void {
  const measure = (name: string, help: string, expression: string) => {
    metrics.measured(
      name,
      help,
      async () => {
        const sql = `SELECT ${expression} AS value FROM outbox WHERE sent_at IS NULL`;
        return Number((await pool.query<{ value: string }>(sql)).rows[0]?.value ?? 0);
      },
      (error) => {
        logger.warn({ metric: name, reason: describeError(error) }, 'failed to measure the outbox');
      },
    );
  };
  measure('events_outbox_backlog', 'Events not yet published', 'count(*)');
  measure(
    'events_outbox_oldest_seconds',
    'Age of the oldest event not yet published',
    'coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)',
  );
}
