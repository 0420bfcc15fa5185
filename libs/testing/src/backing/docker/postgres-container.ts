const POSTGRES_IMAGE = 'postgres:17';

/** Postgres in a container, without durability: for tests. */
export async function startPostgresContainer(): Promise<{ url: string; stop(): Promise<void> }> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer(POSTGRES_IMAGE)
    .withUsername('postgres')
    .withPassword('caredrop')
    .withDatabase('postgres')
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'max_connections=200'])
    .start();
  return {
    url: container.getConnectionUri(),
    stop: async () => {
      await container.stop();
    },
  };
}
