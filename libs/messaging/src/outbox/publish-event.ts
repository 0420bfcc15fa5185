import type { EventEnvelope } from '@caredrop/contracts/events';
import type { Publisher, PublishOutcome } from '../broker/publisher.js';
import type { EventSigner } from '../signing/signature.js';
import { hasDurableConsumer, hasLiveListener } from '../topology/consumers.js';
import { names } from '../topology/names.js';

/**
 * Publishes the signed event to consumers and live listeners. Resolves to `refused` when not confirmed within
 * `withinMs`.
 */
export async function publishEvent(
  publisher: Publisher,
  signer: EventSigner,
  namespace: string,
  envelope: EventEnvelope,
  withinMs: number,
): Promise<PublishOutcome> {
  const { id, type } = envelope;
  const content = Buffer.from(JSON.stringify(envelope));
  const shared = { routingKey: type, messageId: id, content, headers: signer.headersFor(content) };
  const both = Promise.all([
    publisher.publish({ ...shared, exchange: names.events(namespace), mandatory: hasDurableConsumer(type) }),
    hasLiveListener(type)
      ? publisher.publish({ ...shared, exchange: names.live(namespace), mandatory: false })
      : ('confirmed' as const),
  ]);
  const [toConsumers, toLive] = await orRefused(both, withinMs);
  return toConsumers === 'confirmed' ? toLive : toConsumers;
}

async function orRefused(
  outcomes: Promise<[PublishOutcome, PublishOutcome]>,
  withinMs: number,
): Promise<[PublishOutcome, PublishOutcome]> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<[PublishOutcome, PublishOutcome]>((resolve) => {
    timer = setTimeout(() => {
      resolve(['refused', 'refused']);
    }, withinMs);
  });
  try {
    return await Promise.race([outcomes, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
