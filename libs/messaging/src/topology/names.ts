import type { ServiceName } from '../messaging.options.js';

/** Names of exchanges and queues, all derived from the namespace. */
export const names = {
  /** Topic exchange of all events; routing key = event type. */
  events: (namespace: string) => `${namespace}.events`,
  /**
   * The same events once more for listeners that come and go. Apart, because a gateway's own queue on the main
   * exchange would take every event and so hide that a service's queue is missing.
   */
  live: (namespace: string) => `${namespace}.live`,
  queue: (namespace: string, service: ServiceName) => `${namespace}.${service}`,
  dead: (namespace: string, service: ServiceName) => `${namespace}.${service}.dead`,
  /** Fanout exchange and queue in which a message waits `ms`; its routing key is the queue it goes back to. */
  delay: (namespace: string, ms: number) => `${namespace}.delay.${String(ms)}`,
};
