import pg from 'pg';
import type { Logger } from 'pino';
import type { Publisher, PublishOutcome } from '../broker/publisher.js';
import type { MessagingTuning } from '../messaging.options.js';
import type { MessagingMetrics } from '../metrics.js';
import { WakeSignal } from '../util/wake-signal.js';
import type { EventSigner } from '../signing/signature.js';
import type { MessagingContext } from '../types.js';
import { backOff } from '../util/back-off.js';
import { describeError } from '../util/describe-error.js';
import { inEventSpan } from '../util/in-event-span.js';
import { registerOutboxGauges } from './register-outbox-gauges.js';
import { publishEvent } from './publish-event.js';
import { purge } from './purge.js';
import { sendBatch, type Batch, type OutboxRow } from './send-batch.js';

const PURGE_EVERY_MS = 3_600_000;
/** How long the publisher is given to notice that its connection ended. */
const LOST_WAIT_MS = 100;
const MAX_DATABASE_WAIT_MS = 10_000;

export interface RelayOptions {
  database: pg.PoolConfig;
  namespace: string;
  source: string;
  tuning: MessagingTuning;
  publisher: Publisher;
  signer: EventSigner;
  metrics: MessagingMetrics;
  logger: Logger;
  context: MessagingContext;
}

/**
 * Publishes the outbox's events whenever woken, and at regular intervals. Any number of relays may run. Waits
 * while the broker is unavailable, and retries with increasing delays while the database is unavailable.
 */
export class OutboxRelay {
  private readonly pool: pg.Pool;
  private readonly wakeSignal = new WakeSignal();
  private loop: Promise<void> | undefined;
  private purging: NodeJS.Timeout | undefined;
  private stopping = false;
  private failures = 0;

  constructor(private readonly options: RelayOptions) {
    this.pool = new pg.Pool({
      ...options.database,
      max: 2,
      application_name: `${options.source} relay`,
    });
    // An idle connection was closed by the server; the next query opens a new one.
    this.pool.on('error', (error) => {
      options.logger.debug({ reason: describeError(error) }, 'the relay lost an idle database connection');
    });
    registerOutboxGauges(options.metrics, this.pool, options.logger);
  }

  start(): void {
    this.loop ??= this.run();
    this.purging ??= setInterval(() => void this.purgeNow(), PURGE_EVERY_MS).unref();
  }

  /** Call after a commit that wrote to the outbox. */
  wake(): void {
    this.wakeSignal.wake();
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.purging);
    this.wakeSignal.wake();
    await this.loop;
    await this.pool.end();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      if (!(await this.options.publisher.whenReady())) return;
      const rest = await this.sendAll();
      if (!this.stopping) await this.wakeSignal.sleep(rest);
    }
  }

  /** Publishes until no due event is left or the broker is unavailable. Resolves to the time to sleep, ms. */
  private async sendAll(): Promise<number> {
    const { tuning, publisher, logger } = this.options;
    try {
      let batch: Batch;
      do batch = await this.sendSome();
      while (batch.size === tuning.relayBatchSize && !batch.lost && !this.stopping && publisher.isReady);
      this.failures = 0;
      return batch.lost ? LOST_WAIT_MS : tuning.pollMs;
    } catch (error) {
      this.failures += 1;
      if (this.failures === 1) logger.error({ err: error }, 'failed to read the outbox; retrying');
      return backOff(this.failures, tuning.pollMs, MAX_DATABASE_WAIT_MS);
    }
  }

  private async sendSome(): Promise<Batch> {
    const { tuning } = this.options;
    const { first, longest } = tuning.returnedRetryMs;
    const client = await this.pool.connect();
    let failure: Error | undefined;
    // The connection may end while we wait for confirms; an unhandled error event would end the process.
    const onLost = (error: Error) => {
      failure = error;
    };
    client.on('error', onLost);
    try {
      return await sendBatch(
        client,
        tuning.relayBatchSize,
        (row) => this.publish(row),
        (attempts) => backOff(attempts, first, longest),
      );
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      // A connection that failed is destroyed, which ends its transaction and releases its rows to the next
      // relay.
      client.off('error', onLost);
      client.release(failure);
    }
  }

  private async publish({ envelope, attempts }: OutboxRow): Promise<PublishOutcome> {
    const { publisher, signer, namespace, tuning, metrics, logger, context } = this.options;
    const { id: eventId, type } = envelope;
    const outcome = await inEventSpan(context, 'producer', envelope, { attempt: attempts + 1 }, () =>
      publishEvent(publisher, signer, namespace, envelope, tuning.confirmTimeoutMs),
    );
    if (outcome === 'confirmed') metrics.published.inc({ type });
    if (outcome === 'returned') {
      metrics.returned.inc({ type });
      logger.error({ eventId, type, attempts: attempts + 1 }, 'event unroutable');
    }
    if (outcome === 'refused') {
      metrics.publishFailed.inc({ type });
      logger.warn({ eventId, type, attempts: attempts + 1 }, 'the broker did not confirm an event');
    }
    return outcome;
  }

  private async purgeNow(): Promise<void> {
    try {
      const purged = await purge(this.pool, this.options.tuning);
      this.options.logger.info(purged, 'purged old events');
    } catch (error) {
      this.options.logger.warn({ err: error }, 'failed to purge old events; retrying in an hour');
    }
  }
}
