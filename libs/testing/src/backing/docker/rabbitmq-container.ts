import type { Rabbitmq } from '../rabbitmq/start-rabbitmq.js';

const RABBITMQ_IMAGE = 'rabbitmq:4';

const DEFINITIONS = '/etc/rabbitmq/definitions.json';

/** RabbitMQ in a container, for machines with an engine and no broker. */
export async function startRabbitmqContainer(password: string, definitions?: object): Promise<Rabbitmq> {
  // Imported lazily: it is large, and most runs do not need it.
  const { RabbitMQContainer } = await import('@testcontainers/rabbitmq');
  const image = new RabbitMQContainer(RABBITMQ_IMAGE).withEnvironment({
    RABBITMQ_DEFAULT_USER: 'caredrop',
    RABBITMQ_DEFAULT_PASS: password,
  });
  if (definitions)
    image.withCopyContentToContainer([
      { content: JSON.stringify(definitions), target: DEFINITIONS },
      { content: `load_definitions = ${DEFINITIONS}\n`, target: '/etc/rabbitmq/conf.d/20-definitions.conf' },
    ]);
  const container = await image.start();
  const address = `${container.getHost()}:${String(container.getMappedPort(5672))}`;
  return {
    url: `amqp://caredrop:${encodeURIComponent(password)}@${address}`,
    pids: [],
    stop: async () => {
      await container.stop();
    },
  };
}
