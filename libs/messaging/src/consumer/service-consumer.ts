import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { BrokerConnection } from '../broker/broker-connection.js';
import type { Publisher } from '../broker/publisher.js';
import { ConsumerPause } from '../inbox/consumer-pause.js';
import type { EventHandler } from '../inbox/handle-once.js';
import type { MessagingOptions, MessagingTuning } from '../messaging.options.js';
import type { MessagingMetrics } from '../metrics.js';
import { prepareTopology } from '../topology/prepare-topology.js';
import { names } from '../topology/names.js';
import { describeError } from '../util/describe-error.js';
import { Gate } from '../util/gate.js';
import { EventVerifier } from '../signing/event-verifier.js';
import { messageIdOf } from './headers.js';
import { WorkerPool } from './worker-pool.js';
import { processMessage, type ProcessorOptions } from './process-message.js';
import { mayBeBatched, processBatch } from './process-batch.js';
import { retryOrDeadLetter } from './retry-or-dead-letter.js';

export interface ServiceConsumerOptions {
  messaging: MessagingOptions;
  tuning: MessagingTuning;
  publisher: Publisher;
  metrics: MessagingMetrics;
  handlersOf: (type: string) => EventHandler[];
  /** Called when events were emitted and committed. */
  onEmitted: () => void;
}

/** A consuming channel; `tag` is set while it consumes. */
interface Subscription {
  channel: Channel;
  tag: string | undefined;
  open: boolean;
}

interface Delivery {
  subscription: Subscription;
  message: ConsumeMessage;
}

/**
 * Consumes the service's queue: batches what is available into one transaction, and pauses while the database
 * is unavailable.
 */
export class ServiceConsumer {
  private readonly connection: BrokerConnection;
  private readonly databasePause: ConsumerPause;
  private readonly processor: ProcessorOptions;
  private readonly workers: WorkerPool<Delivery>;
  private subscription: Subscription | undefined;
  private readonly stopped = new Gate();
  private readonly whenStopped = this.stopped.wait();

  constructor(private readonly options: ServiceConsumerOptions) {
    const { messaging, tuning } = options;
    this.connection = new BrokerConnection({
      amqpUrl: messaging.amqpUrl,
      name: `${messaging.source} consumer`,
      logger: messaging.logger,
      setUp: (connection) => this.setUp(connection),
    });
    this.databasePause = new ConsumerPause({
      probe: () => messaging.client.$queryRawUnsafe('SELECT 1'),
      probeEveryMs: tuning.databaseProbeMs,
      onAway: (error) => {
        this.pause(error);
      },
      onBack: () => {
        this.resume();
      },
    });
    const { metrics, handlersOf, onEmitted } = options;
    const { handlerTimeoutMs, concurrency, batchSize, gatherMs } = tuning;
    const verifier = new EventVerifier(messaging.serviceKeys, messaging.unsigned);
    const { databasePause: pause } = this;
    this.processor = { messaging, handlerTimeoutMs, handlersOf, pause, verifier, metrics, onEmitted };
    this.workers = new WorkerPool({
      concurrency,
      batchSize,
      gatherMs,
      mayBeBatched: ({ message }) => mayBeBatched(message),
      work: (deliveries) => this.work(deliveries),
    });
  }

  start(): void {
    this.connection.start();
  }

  /** Stops consuming, waits for handlers and returns waiting messages to the broker. */
  async stop(): Promise<void> {
    this.stopped.open();
    this.databasePause.end();
    await this.unsubscribe();
    await this.workers.end();
    if (this.subscription?.open) await this.subscription.channel.close(); // Closed after the acknowledgements were sent.
    await this.connection.close();
  }

  private async setUp(connection: ChannelModel): Promise<void> {
    const { messaging, tuning } = this.options;
    const channel = this.connection.guard(await connection.createChannel());
    await prepareTopology(channel, messaging.topology, messaging.namespace, tuning.retryDelaysMs);
    await channel.prefetch(tuning.concurrency * tuning.batchSize);
    const subscription: Subscription = { channel, tag: undefined, open: true };
    channel.on('close', () => {
      subscription.open = false;
    });
    this.subscription = subscription;
    if (!this.databasePause.isPaused) await this.subscribe(subscription);
  }

  private async subscribe(subscription: Subscription): Promise<void> {
    if (this.stopped.isOpen || !subscription.open || subscription.tag) return;
    const { messaging } = this.options;
    const queue = names.queue(messaging.namespace, messaging.source);
    const { consumerTag } = await subscription.channel.consume(queue, (message) => {
      if (message) this.workers.add({ subscription, message });
      else this.connection.drop('consumer cancelled by the broker');
    });
    subscription.tag = consumerTag;
  }

  private async unsubscribe(): Promise<void> {
    const { subscription } = this;
    if (!subscription?.open || !subscription.tag) return;
    const { tag } = subscription;
    subscription.tag = undefined;
    try {
      await subscription.channel.cancel(tag);
    } catch (error) {
      // The channel closed in the meantime, which also ended the consumer.
      this.options.messaging.logger.debug(
        { reason: describeError(error) },
        'the consumer was already cancelled',
      );
    }
  }

  private pause(error: unknown): void {
    const { messaging, metrics } = this.options;
    metrics.paused.set(1);
    messaging.logger.error({ err: error }, 'database unavailable; consumer paused');
    void this.unsubscribe();
  }

  private resume(): void {
    const { messaging, metrics } = this.options;
    metrics.paused.set(0);
    messaging.logger.info('database available; consumer resumed');
    if (!this.subscription) return;
    this.subscribe(this.subscription).catch((error: unknown) => {
      this.connection.drop(describeError(error));
    });
  }

  /** Returns the deliveries that must be handled one by one. */
  private async work(deliveries: Delivery[]): Promise<Delivery[]> {
    // Messages from a closed channel are redelivered on the next one.
    const ours = deliveries.filter((delivery) => this.isOurs(delivery));
    try {
      const [first] = ours;
      if (ours.length > 1) return await this.handleTogether(ours);
      if (first) await this.handle(first);
    } catch (error) {
      // A bug here, not in a handler. The messages stay unacknowledged and are redelivered.
      const eventIds = ours.map(({ message }) => messageIdOf(message));
      this.options.messaging.logger.error({ err: error, eventIds }, 'failed to process events');
      this.connection.drop('failed to process events');
    }
    return [];
  }

  private isOurs({ subscription }: Delivery): boolean {
    return subscription.open && !this.stopped.isOpen;
  }

  private async handleTogether(deliveries: Delivery[]): Promise<Delivery[]> {
    if (!(await this.databasePause.whenResumed())) return [];
    const done = await processBatch(
      this.processor,
      deliveries.map(({ message }) => message),
    );
    deliveries.filter(({ message }) => done.has(message)).forEach(acknowledge);
    return deliveries.filter(({ message }) => !done.has(message));
  }

  private async handle(delivery: Delivery): Promise<void> {
    const { messaging, tuning, publisher, metrics } = this.options;
    const verdict = await processMessage(this.processor, delivery.message);
    if (verdict.verdict === 'abandoned') return;
    if (verdict.verdict !== 'done') {
      const aside = {
        publisher,
        namespace: messaging.namespace,
        service: messaging.source,
        retryDelaysMs: tuning.retryDelaysMs,
        metrics,
        logger: messaging.logger,
        stillOurs: () => this.isOurs(delivery),
        stopped: this.whenStopped,
      };
      if (!(await retryOrDeadLetter(aside, delivery.message, verdict))) return;
    }
    acknowledge(delivery);
  }
}

/** After a channel has closed, the broker redelivers the message and the inbox detects the duplicate. */
function acknowledge({ subscription, message }: Delivery): void {
  if (subscription.open) subscription.channel.ack(message);
}
