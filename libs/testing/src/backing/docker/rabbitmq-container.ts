import { until } from '../../process/until.js';
import { acceptsAmqp } from '../rabbitmq/probe.js';
import { MEMORY_ALARM } from '../rabbitmq/private-broker.js';
import type { Rabbitmq, RabbitmqOptions } from '../rabbitmq/start-rabbitmq.js';
import { startContainer } from './start-container.js';

const RABBITMQ_IMAGE = 'rabbitmq:4';

const DEFINITIONS = '/etc/rabbitmq/definitions.json';

/** Starts RabbitMQ in a container, which imports `definitions` if they are given. */
export async function startRabbitmqContainer(
  password: string,
  { definitions, shortOfMemory }: Pick<RabbitmqOptions, 'definitions' | 'shortOfMemory'> = {},
): Promise<Rabbitmq> {
  const { port, child } = await startContainer({
    image: RABBITMQ_IMAGE,
    port: 5672,
    env: { RABBITMQ_DEFAULT_USER: 'caredrop', RABBITMQ_DEFAULT_PASS: password },
    files: {
      ...(definitions && {
        [DEFINITIONS]: JSON.stringify(definitions),
        '/etc/rabbitmq/conf.d/20-definitions.conf': `load_definitions = ${DEFINITIONS}\n`,
      }),
      ...(shortOfMemory && { '/etc/rabbitmq/conf.d/30-memory.conf': `${MEMORY_ALARM}\n` }),
    },
  });
  const url = `amqp://caredrop:${encodeURIComponent(password)}@127.0.0.1:${String(port)}`;
  const stop = (): Promise<void> => child.stop(20_000);
  try {
    await until('RabbitMQ', () => acceptsAmqp(url), 90_000, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pids: [], exited: child.exited, stop };
}
