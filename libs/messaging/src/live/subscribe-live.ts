import type { ChannelModel, ConsumeMessage } from 'amqplib';
import type { Logger } from 'pino';
import { MalformedEvent, parseEvent, type EventEnvelope } from '@caredrop/contracts/events';
import { BrokerConnection } from '../broker/broker-connection.js';
import { names } from '../topology/names.js';
import { describeError } from '../util/describe-error.js';

export interface LiveOptions {
  amqpUrl: string;
  namespace: string;
  logger: Logger;
  /** Every event of the system, from now on. What it throws is logged. */
  onEvent: (event: EventEnvelope) => void;
  /** Events may have been missed: after a reconnect, and when the first connection came late. */
  onReconnect: () => void;
  /** From now on events may be missed. */
  onLost?: () => void;
}

export interface LiveSubscription {
  /** Whether events arrive now. */
  readonly connected: boolean;
  close(): Promise<void>;
}

/**
 * Hears every event through an exclusive queue that goes with the connection: for live updates and caches, which
 * may miss events and begin afresh. Returns at once; connects, and connects again, in the background.
 */
export function subscribeLive(options: LiveOptions): LiveSubscription {
  let connected = false;
  let missed = false;
  const connection = new BrokerConnection({
    amqpUrl: options.amqpUrl,
    name: 'live updates',
    logger: options.logger,
    setUp: async (model) => {
      await listen(model, connection, options);
      connected = true;
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
  options: LiveOptions,
): Promise<void> {
  const channel = connection.guard(await model.createChannel());
  await channel.assertExchange(names.live(options.namespace), 'topic', { durable: true });
  const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
  await channel.bindQueue(queue, names.live(options.namespace), '#');
  await channel.consume(
    queue,
    (message) => {
      if (message) hear(message, options);
      else connection.drop('live queue deleted');
    },
    { noAck: true },
  );
}

function hear({ content, fields }: ConsumeMessage, { logger, onEvent }: LiveOptions): void {
  try {
    onEvent(parseEvent(content));
  } catch (error) {
    const malformed = error instanceof MalformedEvent;
    logger.warn(
      { type: fields.routingKey, reason: describeError(error) },
      malformed ? 'malformed event' : 'live event failed',
    );
  }
}
