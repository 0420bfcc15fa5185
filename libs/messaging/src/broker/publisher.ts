import type { ChannelModel, ConfirmChannel, Message } from 'amqplib';
import type { Logger } from 'pino';
import type { MessagingMetrics } from '../metrics.js';
import { prepareTopology, type Topology } from '../topology/prepare-topology.js';
import { Gate } from '../util/gate.js';
import { BrokerConnection } from './broker-connection.js';

export interface Publication {
  exchange: string;
  routingKey: string;
  content: Buffer;
  messageId: string | undefined;
  headers?: Record<string, unknown>;
  /** Whether to report a message that no queue received. */
  mandatory: boolean;
}

/**
 * `confirmed`: a queue stores the message (or it was not mandatory and no queue is bound). `returned`: no
 * queue received a mandatory message. `refused`: the broker could not store the message. `lost`: the
 * connection ended, so the message may or may not have arrived.
 */
export type PublishOutcome = 'confirmed' | 'returned' | 'refused' | 'lost';

export interface PublisherOptions {
  amqpUrl: string;
  namespace: string;
  name: string;
  retryDelaysMs: readonly number[];
  topology?: Topology | undefined;
  logger: Logger;
  metrics: MessagingMetrics;
}

/**
 * Publishes with confirms on a separate connection, so that a broker that blocks publishers does not block
 * consumers.
 */
export class Publisher {
  private readonly connection: BrokerConnection;
  private readonly ready = new Gate();
  private channel: ConfirmChannel | undefined;
  private readonly mandatory = new Map<string, { returned: boolean }>();

  constructor(private readonly options: PublisherOptions) {
    this.connection = new BrokerConnection({
      ...options,
      setUp: (connection) => this.setUp(connection),
      onLost: () => {
        this.setReady(false);
      },
    });
  }

  start(): void {
    this.connection.start();
  }

  get isReady(): boolean {
    return this.ready.isOpen;
  }

  /** Resolves to true once the broker accepts messages, to false once stopped. */
  whenReady(): Promise<boolean> {
    return this.ready.wait();
  }

  /** Never rejects. */
  async publish(publication: Publication): Promise<PublishOutcome> {
    const { exchange, routingKey, messageId } = publication;
    if (!publication.mandatory) return this.send(publication);
    const key = keyOf(exchange, routingKey, messageId);
    const fate = { returned: false };
    this.mandatory.set(key, fate);
    const outcome = await this.send(publication);
    this.mandatory.delete(key);
    return outcome === 'confirmed' && fate.returned ? 'returned' : outcome;
  }

  /** Number of messages in a queue. Rejects while the broker is unavailable or blocks publishers. */
  async count(queue: string): Promise<number> {
    // A broker that blocks publishers reads no requests from their connections.
    if (!this.channel || !this.isReady) throw new Error('the broker is unavailable');
    return (await this.channel.checkQueue(queue)).messageCount;
  }

  /** Releases every caller that is waiting for the broker. */
  stopWaiting(): void {
    this.ready.end();
  }

  async close(): Promise<void> {
    this.stopWaiting();
    await this.connection.close();
  }

  private send({ exchange, routingKey, content, messageId, headers, mandatory }: Publication) {
    return new Promise<PublishOutcome>((resolve) => {
      const { channel } = this;
      if (!channel) {
        resolve('lost');
        return;
      }
      const options = { messageId, headers, mandatory, persistent: true, contentType: 'application/json' };
      try {
        channel.publish(exchange, routingKey, content, options, (error: unknown) => {
          if (!error) resolve('confirmed');
          else resolve(this.channel === channel ? 'refused' : 'lost');
        });
      } catch (error) {
        // The broker closed the channel, so publishing throws; the connection is being replaced.
        this.options.logger.debug({ err: error }, 'publishing failed: the channel is closed');
        resolve('lost');
      }
    });
  }

  private async setUp(connection: ChannelModel): Promise<void> {
    const channel = this.connection.guard(await connection.createConfirmChannel());
    // Registered before amqplib's own listener, which calls back for unconfirmed messages, so that they count
    // as lost, not refused.
    channel.prependListener('close', () => {
      this.channel = undefined;
      this.setReady(false);
    });
    channel.on('return', (message) => {
      this.noteReturn(message);
    });
    // A broker short of memory or disk asks publishers to wait; messages sent now would pile up in our
    // socket's buffer.
    connection.on('blocked', () => {
      this.setReady(false);
    });
    connection.on('unblocked', () => {
      this.setReady(this.channel === channel);
    });
    const { topology, namespace, retryDelaysMs } = this.options;
    await prepareTopology(channel, topology, namespace, retryDelaysMs);
    this.channel = channel;
    this.setReady(true);
  }

  /** The broker sends the return before the confirm of the same message. */
  private noteReturn({ fields, properties }: Message): void {
    const messageId = properties.messageId as string | undefined;
    const fate = this.mandatory.get(keyOf(fields.exchange, fields.routingKey, messageId));
    if (fate) fate.returned = true;
  }

  private setReady(ready: boolean): void {
    if (ready) this.ready.open();
    else this.ready.close();
    this.options.metrics.brokerConnected.set(ready ? 1 : 0);
  }
}

function keyOf(exchange: string, routingKey: string, messageId: string | undefined): string {
  return `${exchange} ${routingKey} ${messageId ?? ''}`;
}
