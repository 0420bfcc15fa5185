import type { JsonWebKey } from 'node:crypto';
import type { ServiceKeys, UnsignedEvents } from '../signing/event-verifier.js';
import type { Topology } from '../topology/prepare-topology.js';

/** The event settings of a service (`eventSettings` and `serviceSettings` of service-kit). */
export interface EventConfig {
  AMQP_URL: string;
  EVENTS_NAMESPACE: string;
  EVENTS_RETRY_DELAYS_MS: readonly number[];
  EVENTS_TOPOLOGY: Topology;
  EVENTS_UNSIGNED: UnsignedEvents;
  INTERNAL_PRIVATE_KEY: JsonWebKey;
  SERVICE_KEYS: ServiceKeys;
}

/** The messaging options that every service derives from its settings in the same way. */
export const brokerOptions = (config: EventConfig) => ({
  amqpUrl: config.AMQP_URL,
  namespace: config.EVENTS_NAMESPACE,
  topology: config.EVENTS_TOPOLOGY,
  signingKey: config.INTERNAL_PRIVATE_KEY,
  serviceKeys: config.SERVICE_KEYS,
  unsigned: config.EVENTS_UNSIGNED,
  tuning: { retryDelaysMs: config.EVENTS_RETRY_DELAYS_MS },
});
