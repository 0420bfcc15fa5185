import pg from 'pg';
import type { RawSql, TransactionRunner } from '../../src/types.js';

/** The part of PrismaClient that messaging needs, implemented with plain `pg`. */
export class PgClient implements TransactionRunner {
  private readonly pool: pg.Pool;

  constructor(databaseUrl: string) {
    this.pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
    this.pool.on('error', () => undefined); // The outage tests cut idle connections on purpose.
  }

  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number> {
    return rawSql(this.pool).$executeRawUnsafe(sql, ...values);
  }

  $queryRawUnsafe<T>(sql: string, ...values: unknown[]): Promise<T> {
    return rawSql(this.pool).$queryRawUnsafe<T>(sql, ...values);
  }

  async $transaction<R>(work: (tx: RawSql) => Promise<R>): Promise<R> {
    const client = await this.pool.connect();
    client.on('error', ignore);
    let failure: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(rawSql(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(failure); // A failed connection is destroyed, which rolls back.
    }
  }

  async rows<T extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<T[]> {
    return (await this.pool.query<T>(sql, values)).rows;
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

/** The query in progress rejects as well, and that error is the one reported. */
function ignore(): void {
  return undefined;
}

function rawSql(on: pg.Pool | pg.PoolClient): RawSql {
  return {
    $executeRawUnsafe: async (sql, ...values) => (await on.query(sql, values)).rowCount ?? 0,
    $queryRawUnsafe: async <T>(sql: string, ...values: unknown[]) => (await on.query(sql, values)).rows as T,
  };
}
