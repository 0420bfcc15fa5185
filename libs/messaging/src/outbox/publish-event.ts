import type { EventEnvelope } from '@caredrop/contracts/events';
import type { Publisher, PublishOutcome } from '../broker/publisher.js';
import type { EventSigner } from '../signing/signature.js';
import { hasDurableConsumer, hasLiveListener } from '../topology/consumers.js';
import { names } from '../topology/names.js';
import { withTimeout } from '../util/with-timeout.js';

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
  // Publishing never rejects, so this is the timeout.
  const [toConsumers, toLive] = await withTimeout(both, withinMs).catch(
    () => ['refused', 'refused'] as const,
  );
  return toConsumers === 'confirmed' ? toLive : toConsumers;
}
