import { containerOr } from '../docker/container-or.js';
import { startRabbitmqContainer } from '../docker/rabbitmq-container.js';
import { findRabbitmq } from './find-rabbitmq.js';
import { canInstallRabbitmq, installRabbitmq } from './install-rabbitmq.js';
import { startPrivateBroker } from './private-broker.js';
import { acceptsAmqp } from './probe.js';

export interface RabbitmqOptions {
  /** Home of a private broker; created when missing. */
  dataDir: string;
  /** Set when the broker is set up; later starts must pass the same one. */
  password?: string;
  port?: number;
  /** Users, permissions and queues that the broker imports each time it starts; must name the user `caredrop`. */
  definitions?: object | undefined;
  /** Starts the broker with a memory alarm, which blocks each connection once it publishes. */
  shortOfMemory?: boolean;
  /** A broker to use instead of starting one (`AMQP_URL`). */
  url?: string;
  /** Called with a message about steps that take a long time. */
  say?: (line: string) => void;
}

export interface Rabbitmq {
  url: string;
  /** `port` and `pid` are set only for a private broker. */
  port?: number;
  pid?: number;
  pids: number[];
  exited?: Promise<unknown>;
  stop(): Promise<void>;
}

const HOW_TO_GET_RABBITMQ =
  'RabbitMQ is needed and was not found. Install it (Debian, Ubuntu: sudo apt-get install rabbitmq-server; macOS: ' +
  'brew install rabbitmq), or start Docker, or set AMQP_URL to your own broker.';

/**
 * Provides a real RabbitMQ: the one at `url`, a private instance of the installed one, a container, or one
 * installed with apt, in this order. If none of these is possible, throws an error that says how to install
 * one.
 */
export async function startRabbitmq(options: RabbitmqOptions): Promise<Rabbitmq> {
  const { url, password = 'caredrop', say = () => undefined } = options;
  if (url) {
    await acceptsAmqp(url);
    return { url, pids: [], stop: () => Promise.resolve() };
  }
  const installed = findRabbitmq();
  if (installed) return startPrivateBroker(installed, { ...options, password });
  const container = (): Promise<Rabbitmq> => startRabbitmqContainer(password, options);
  return containerOr('RabbitMQ', { container, embedded: () => installAndStart(options, password, say) }, say);
}

async function installAndStart(
  options: RabbitmqOptions,
  password: string,
  say: (line: string) => void,
): Promise<Rabbitmq> {
  if (!canInstallRabbitmq()) throw new Error(HOW_TO_GET_RABBITMQ);
  say('Installing RabbitMQ with apt-get (about a minute) …');
  await installRabbitmq();
  const fresh = findRabbitmq();
  if (!fresh) throw new Error(HOW_TO_GET_RABBITMQ);
  return startPrivateBroker(fresh, { ...options, password });
}
