import { randomUUID } from 'node:crypto';
import type { ChannelModel, ConsumeMessage } from 'amqplib';
import type { Logger } from 'pino';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { BrokerConnection } from '../broker/broker-connection.js';
import {
  EventVerifier,
  ForgedEvent,
  readEvent,
  type Forgery,
  type ServiceKeys,
  type UnsignedEvents,
} from '../signing/event-verifier.js';
import { names } from '../topology/names.js';
import type { Topology } from '../topology/prepare-topology.js';
import { describeError } from '../util/describe-error.js';

export interface LiveOptions {
  amqpUrl: string;
  namespace: string;
  logger: Logger;
  /** Public keys of the publishing services. */
  serviceKeys: ServiceKeys;
  unsigned?: UnsignedEvents;
  /** Whether the exchange is declared, or expected to exist; declared by default. */
  topology?: Topology;
  /** Called for every event from now on. Errors it throws are logged. */
  onEvent: (event: EventEnvelope) => void;
  /** Called when an event was rejected: it is not signed by its source, or the source may not publish it. */
  onForged?: (forgery: Forgery) => void;
  /** Called when events begin to arrive. */
  onConnect?: () => void;
  /**
   * Called when events may have been missed: after a reconnect, and when the first connection was delayed.
   */
  onReconnect: () => void;
  /** Called when events may be missed from now on. */
  onLost?: () => void;
}

export interface LiveSubscription {
  /** Whether it is connected to the broker, so that events arrive. */
  readonly connected: boolean;
  close(): Promise<void>;
}

/**
 * Receives every event except audit records, through an exclusive queue that lives as long as the connection: for live
 * updates and caches, which tolerate missed events by starting over. Returns at once; connects and reconnects in the
 * background.
 */
export function subscribeLive(options: LiveOptions): LiveSubscription {
  let connected = false;
  let missed = false;
  const verifier = new EventVerifier(options.serviceKeys, options.unsigned);
  const connection = new BrokerConnection({
    amqpUrl: options.amqpUrl,
    name: 'live updates',
    logger: options.logger,
    setUp: async (model) => {
      await listen(model, connection, verifier, options);
      connected = true;
      options.onConnect?.();
      if (missed) options.onReconnect();
      missed = false;
    },
    onLost: () => {
      missed = true;
      if (connected) options.onLost?.();
      connected = false;
    },
  });
  connection.start();
  return {
    get connected() {
      return connected;
    },
    close: () => connection.close(),
  };
}

async function listen(
  model: ChannelModel,
  connection: BrokerConnection,
  verifier: EventVerifier,
  options: LiveOptions,
): Promise<void> {
  const channel = connection.guard(await model.createChannel());
  const live = names.live(options.namespace);
  if (options.topology === 'check') await channel.checkExchange(live);
  else await channel.assertExchange(live, 'topic', { durable: true });
  // We choose the name: a user allowed to declare server-named queues could read those of others.
  const queue = `${names.liveQueues(options.namespace)}${randomUUID()}`;
  await channel.assertQueue(queue, { exclusive: true, autoDelete: true, durable: false });
  await channel.bindQueue(queue, live, '#');
  await channel.consume(
    queue,
    (message) => {
      if (message) hear(message, verifier, options);
      else connection.drop('live queue deleted');
    },
    { noAck: true },
  );
}

function hear(message: ConsumeMessage, verifier: EventVerifier, options: LiveOptions): void {
  const read = readEvent(verifier, message);
  if ('error' in read) return reject(message, read.error, options);
  try {
    options.onEvent(read.event);
  } catch (error) {
    const type = message.fields.routingKey;
    options.logger.warn({ type, reason: describeError(error) }, 'failed to handle a live event');
  }
}

function reject({ fields }: ConsumeMessage, error: Error, { logger, onForged }: LiveOptions): void {
  const about = { type: fields.routingKey, reason: error.message };
  if (!(error instanceof ForgedEvent)) {
    logger.warn(about, 'received a malformed or unknown event');
    return;
  }
  logger.error(about, 'rejected an event that its source did not sign or may not publish');
  onForged?.(error.forgery);
}
