import { until } from '../../process/until.js';
import { acceptsPostgres } from '../postgres/probe.js';
import { startContainer } from './start-container.js';

const POSTGRES_IMAGE = 'postgres:17';

const THROWAWAY = ['fsync=off', 'synchronous_commit=off', 'max_connections=200'];

/** Starts Postgres in a container, without durability: for tests. */
export async function startPostgresContainer(): Promise<{
  url: string;
  exited: Promise<unknown>;
  stop(): Promise<void>;
}> {
  const { port, child } = await startContainer({
    image: POSTGRES_IMAGE,
    port: 5432,
    env: { POSTGRES_USER: 'postgres', POSTGRES_PASSWORD: 'caredrop', POSTGRES_DB: 'postgres' },
    command: ['postgres', ...THROWAWAY.flatMap((setting) => ['-c', setting])],
  });
  const url = `postgresql://postgres:caredrop@127.0.0.1:${String(port)}/postgres`;
  const stop = (): Promise<void> => child.stop(20_000);
  try {
    await until('Postgres', () => acceptsPostgres(url), 60_000, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, exited: child.exited, stop };
}
