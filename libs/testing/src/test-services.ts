import { rm } from 'node:fs/promises';
import path from 'node:path';
import { containerOr } from './backing/docker/container-or.js';
import { startPostgresContainer } from './backing/docker/postgres-container.js';
import { startRabbitmqContainer } from './backing/docker/rabbitmq-container.js';
import { acceptsPostgres } from './backing/postgres/probe.js';
import { startPostgres, type Postgres } from './backing/postgres/start-postgres.js';
import { acceptsAmqp } from './backing/rabbitmq/probe.js';
import { startRabbitmq } from './backing/rabbitmq/start-rabbitmq.js';
import { scratchFolder } from './backing/scratch-folder.js';
import { watch, type Watched } from './backing/watch.js';
import { variables } from './environment.js';

export type BackingName = 'postgres' | 'rabbitmq' | 's3';

/** Variables for the tests, and a function that stops what was started for them. */
export interface TestServices {
  env: Record<string, string>;
  stop(): Promise<void>;
}

interface Started extends TestServices {
  /** Absent for services that run in this process. */
  watched?: Watched;
}

/**
 * Starts the requested services that the environment does not provide, in parallel: Postgres and RabbitMQ in
 * containers if an engine is available, and embedded otherwise. When one fails to start, the others are stopped.
 * `onDied` is called when one exits or stops responding, since tests that wait for it would hang.
 */
export async function startTestServices(
  wanted: readonly BackingName[],
  onDied: (sentence: string) => void,
): Promise<TestServices> {
  const folder = scratchFolder('test');
  const outcomes = await Promise.allSettled(
    missing(wanted).map((name) => starters[name](path.join(folder, name))),
  );
  const started = outcomes
    .filter((outcome) => outcome.status === 'fulfilled')
    .map((outcome) => outcome.value);
  const watches = started.flatMap(({ watched }) => (watched ? [watch(watched, { onDied })] : []));
  const stop = async (): Promise<void> => {
    for (const one of watches) one.stop();
    await Promise.all(started.map((service) => service.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return { env: Object.assign({}, ...started.map((service) => service.env)) as Record<string, string>, stop };
}

function missing(wanted: readonly BackingName[]): BackingName[] {
  const given = { postgres: variables.postgresUrl, rabbitmq: variables.amqpUrl, s3: variables.s3Endpoint };
  return wanted.filter((name) => !process.env[given[name]]);
}

const starters: Record<BackingName, (dataDir: string) => Promise<Started>> = {
  async postgres(dataDir) {
    const { url, exited, stop } = await containerOr<Pick<Postgres, 'url' | 'exited' | 'stop'>>('Postgres', {
      container: startPostgresContainer,
      embedded: () => startPostgres({ dataDir, throwaway: true }),
    });
    const watched = { name: 'Postgres', exited, probe: () => acceptsPostgres(url) };
    return { env: { [variables.postgresUrl]: url }, stop, watched };
  },
  async rabbitmq(dataDir) {
    const broker = await containerOr('RabbitMQ', {
      container: () => startRabbitmqContainer('caredrop'),
      embedded: () => startRabbitmq({ dataDir }),
    });
    const { url, stop, exited } = broker;
    const watched = { name: 'RabbitMQ', exited, probe: () => acceptsAmqp(url) };
    return { env: { [variables.amqpUrl]: url }, stop, watched };
  },
  async s3(dataDir) {
    // Loaded on demand: only tests use this store, and `npm start` does not.
    const { startObjectStore } = await import('./backing/object-store/start-object-store.js');
    const store = await startObjectStore({ dataDir });
    const env = {
      [variables.s3Endpoint]: store.endpoint,
      [variables.s3Region]: store.region,
      [variables.s3AccessKeyId]: store.accessKeyId,
      [variables.s3SecretAccessKey]: store.secretAccessKey,
    };
    return { env, stop: store.stop };
  },
};
