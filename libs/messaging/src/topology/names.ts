import type { ServiceName } from '../messaging.options.js';

/** Names of exchanges and queues, all derived from the namespace. */
export const names = {
  /** Topic exchange of all events; routing key = event type. */
  events: (namespace: string) => `${namespace}.events`,
  /**
   * A second exchange with the same events, for live listeners. Separate, because a gateway's queue on the
   * main exchange would receive every event and thereby hide that a service's queue is missing.
   */
  live: (namespace: string) => `${namespace}.live`,
  /** Prefix of the gateways' queues on the live exchange. */
  liveQueues: (namespace: string) => `${namespace}.live.gateway.`,
  queue: (namespace: string, service: ServiceName) => `${namespace}.${service}`,
  dead: (namespace: string, service: ServiceName) => `${namespace}.${service}.dead`,
  /**
   * Topic exchange that routes to queues by name. It replaces the default exchange, on which the broker
   * cannot restrict a user to certain queues.
   */
  queues: (namespace: string) => `${namespace}.queues`,
  /** Topic exchange in front of {@link names.delay}; routing key = the queue to which the message returns. */
  retry: (namespace: string, ms: number) => `${namespace}.retry.${String(ms)}`,
  /** Queue in which a message waits `ms`. */
  delay: (namespace: string, ms: number) => `${namespace}.delay.${String(ms)}`,
};
