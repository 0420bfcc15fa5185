import type { Provider } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { Publisher } from './broker/publisher.js';
import { prepareHandlers } from './consumer/prepare-handlers.js';
import { RabbitEventServer } from './consumer/rabbit-event-server.js';
import { ServiceConsumer } from './consumer/service-consumer.js';
import {
  defaultTuning,
  MESSAGING_OPTIONS,
  type MessagingOptions,
  type MessagingTuning,
} from './messaging.options.js';
import { MessagingMetrics } from './metrics.js';
import { OutboxRelay } from './outbox/relay.js';
import { consumedBy } from './topology/consumers.js';
import { names } from './topology/names.js';
import { EventSigner } from './signing/signature.js';
import { UnitOfWork } from './unit-of-work.js';
import { describeError } from './util/describe-error.js';

/** The library's providers, built from the {@link MessagingOptions}. */
export const messagingProviders: Provider[] = [
  {
    provide: MessagingMetrics,
    inject: [MESSAGING_OPTIONS],
    useFactory: ({ registry }: MessagingOptions) => new MessagingMetrics(registry),
  },
  { provide: Publisher, inject: [MESSAGING_OPTIONS, MessagingMetrics], useFactory: makePublisher },
  { provide: OutboxRelay, inject: [MESSAGING_OPTIONS, Publisher, MessagingMetrics], useFactory: makeRelay },
  {
    provide: RabbitEventServer,
    inject: [MESSAGING_OPTIONS, Publisher, OutboxRelay, MessagingMetrics, ModulesContainer],
    useFactory: makeServer,
  },
  UnitOfWork,
];

function tuningOf({ tuning }: MessagingOptions): MessagingTuning {
  return { ...defaultTuning, ...tuning };
}

function makePublisher(options: MessagingOptions, metrics: MessagingMetrics): Publisher {
  const { amqpUrl, namespace, source, topology, logger } = options;
  const { retryDelaysMs } = tuningOf(options);
  const publisher = new Publisher({
    amqpUrl,
    namespace,
    name: `${source} publisher`,
    retryDelaysMs,
    topology,
    logger,
    metrics,
  });
  if (consumedBy(source).length > 0) measureQueues(options, publisher, metrics);
  return publisher;
}

function measureQueues(
  { namespace, source, logger }: MessagingOptions,
  publisher: Publisher,
  metrics: MessagingMetrics,
): void {
  const onError = (error: unknown) => {
    logger.debug({ reason: describeError(error) }, 'failed to measure a queue');
  };
  const queue = names.queue(namespace, source);
  metrics.measured('events_waiting', 'Events in the queue', () => publisher.count(queue), onError);
  const dead = names.dead(namespace, source);
  metrics.measured(
    'events_dead_lettered',
    'Events in the dead-letter queue',
    () => publisher.count(dead),
    onError,
  );
}

function makeRelay(options: MessagingOptions, publisher: Publisher, metrics: MessagingMetrics): OutboxRelay {
  const { database, namespace, source, signingKey, logger, context } = options;
  return new OutboxRelay({
    database,
    namespace,
    source,
    logger,
    context,
    tuning: tuningOf(options),
    publisher,
    signer: new EventSigner(signingKey),
    metrics,
  });
}

function makeServer(
  messaging: MessagingOptions,
  publisher: Publisher,
  relay: OutboxRelay,
  metrics: MessagingMetrics,
  modules: ModulesContainer,
): RabbitEventServer {
  prepareHandlers(modules);
  const tuning = tuningOf(messaging);
  const onEmitted = () => {
    relay.wake();
  };
  return new RabbitEventServer(messaging.source, (handlersOf) => {
    publisher.start(); // Publishes failed events to the delay and dead-letter queues.
    return new ServiceConsumer({ messaging, tuning, publisher, metrics, handlersOf, onEmitted });
  });
}
