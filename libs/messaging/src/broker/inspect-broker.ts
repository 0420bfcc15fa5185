import { connect, type ChannelModel } from 'amqplib';
import { consumedBy } from '../topology/consumers.js';
import { brokerUserOf } from '../topology/definitions.js';
import { names } from '../topology/names.js';
import type { BrokerUser } from '../topology/rights.js';
import { brokerProblem } from './check-broker.js';

/** The broker's state, for a service's `doctor`. */
export interface InspectedBroker {
  /** Why the broker cannot be used, as a sentence; null when it can. */
  problem: string | null;
  /**
   * True when the broker rejects our credentials or cannot prove its identity, as opposed to being
   * unavailable.
   */
  refused: boolean;
  /**
   * Set when the user is not the service's own: any process with a shared user's password can act as every service that
   * uses it.
   */
  foreignUser?: { name: string; own: string };
  queues?: {
    main: { name: string; messages: number; consumers: number } | null;
    dead: { name: string; messages: number } | null;
  };
}

interface BrokerToInspect {
  amqpUrl: string;
  namespace: string;
  service: BrokerUser;
}

const TIMEOUT_MS = 5_000;

/**
 * Undefined when the settings contain no broker. `service`: whose user and queues are inspected; the gateway, and a
 * service that consumes nothing, have no queue to inspect.
 */
export function brokerInspection(
  settings: { AMQP_URL?: string; EVENTS_NAMESPACE?: string },
  service: BrokerUser,
): (() => Promise<InspectedBroker>) | undefined {
  const { AMQP_URL: amqpUrl, EVENTS_NAMESPACE: namespace } = settings;
  return amqpUrl && namespace ? () => inspectBroker({ amqpUrl, namespace, service }) : undefined;
}

/** Neither declares nor consumes anything. Does not reject if the broker is unavailable or rejects our credentials. */
async function inspectBroker({ amqpUrl, namespace, service }: BrokerToInspect): Promise<InspectedBroker> {
  let connection: ChannelModel;
  try {
    connection = await connect(amqpUrl, { timeout: TIMEOUT_MS });
  } catch (error) {
    const rejection = brokerProblem(error);
    return { problem: rejection ?? `${away(error)} (AMQP_URL)`, refused: rejection !== null };
  }
  connection.on('error', () => undefined); // The pending call also rejects, and that error is reported.
  try {
    const known = {
      problem: null,
      refused: false,
      ...foreignUserIn(amqpUrl, brokerUserOf(namespace, service)),
    };
    if (service === 'gateway' || consumedBy(service).length === 0) return known;
    const main = await lookAt(connection, names.queue(namespace, service));
    return { ...known, queues: { main, dead: await lookAt(connection, names.dead(namespace, service)) } };
  } finally {
    await connection.close().catch(() => undefined);
  }
}

function foreignUserIn(amqpUrl: string, own: string): Pick<InspectedBroker, 'foreignUser'> {
  const name = decodeURIComponent(new URL(amqpUrl).username);
  return name === own ? {} : { foreignUser: { name, own } };
}

/** Uses its own channel: checking a queue that does not exist closes the channel. */
async function lookAt(connection: ChannelModel, name: string) {
  const channel = await connection.createChannel();
  channel.on('error', () => undefined);
  try {
    const { messageCount: messages, consumerCount: consumers } = await channel.checkQueue(name);
    await channel.close();
    return { name, messages, consumers };
  } catch (error) {
    if ((error as { code?: number }).code === 404) return null;
    throw error;
  }
}

function away(error: unknown): string {
  const { code, address, port, hostname } = error as {
    code?: string;
    address?: string;
    port?: number;
    hostname?: string;
  };
  if (code === 'ECONNREFUSED' && address) return `Nothing is listening at ${address}:${String(port)}`;
  return hostname ? `Unknown host: ${hostname}` : 'The broker does not respond';
}
