import pg from 'pg';

/** Throws unless the server at this URL responds to a query. */
export async function acceptsPostgres(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 20_000 });
  client.on('error', () => undefined); // The query rejects as well.
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end();
  }
}
