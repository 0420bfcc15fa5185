import pg from 'pg';
import { gauge } from '../telemetry/metrics.js';
import { connectionOptions } from './connection-options.js';

/**
 * A service's connections to its database, shared by Prisma and the few raw statements on a hot path (docs/adr/0016).
 * `database_pool_connections` shows their use; `waiting` above 0 means that the pool is full.
 */
export function servicePool(connectionString: string, connections: number, silenceMs?: number): pg.Pool {
  const pool = new pg.Pool({ ...connectionOptions(connectionString, silenceMs), max: connections });
  // The server may close an idle connection; the next statement then opens a new one. Without a listener, the
  // error would end the process.
  pool.on('error', () => undefined);
  measure(pool);
  return pool;
}

/** Single statements on the pool, under the method names that messaging calls on Prisma. */
export const rawPgClient = (pool: pg.Pool) => ({
  $executeRawUnsafe: async (text: string, ...values: unknown[]): Promise<number> =>
    (await pool.query(text, values)).rowCount ?? 0,
  $queryRawUnsafe: async <Rows = unknown>(text: string, ...values: unknown[]): Promise<Rows> =>
    (await pool.query(text, values)).rows as Rows,
});

function measure(pool: pg.Pool): void {
  const connections = gauge('database_pool_connections', 'Database connections of this service by state', [
    'state',
  ]);
  // Measures the current pool; assigning this property is prom-client's only way to replace a metric's
  // collect function.
  Object.assign(connections, {
    collect: () => {
      connections.set({ state: 'active' }, pool.totalCount - pool.idleCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}
