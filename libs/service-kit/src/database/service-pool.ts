import pg from 'pg';
import { gauge } from '../telemetry/metrics.js';

/**
 * A service's connections to its own database: Prisma's, and those of the few statements that go to `pg` by hand because
 * they are on a busy path (docs/adr/0016). Their use shows in `database_pool_connections`; one that is full has `waiting`
 * above 0.
 */
export function servicePool(connectionString: string, connections: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  // An idle connection ended by the server; the next statement makes a new one. Unheard it would end the process.
  pool.on('error', () => undefined);
  measure(pool);
  return pool;
}

/** Single statements straight to the pool, under the names by which messaging calls Prisma for them. */
export const pastPrisma = (pool: pg.Pool) => ({
  $executeRawUnsafe: async (text: string, ...values: unknown[]): Promise<number> =>
    (await pool.query(text, values)).rowCount ?? 0,
  $queryRawUnsafe: async <Rows = unknown>(text: string, ...values: unknown[]): Promise<Rows> =>
    (await pool.query(text, values)).rows as Rows,
});

function measure(pool: pg.Pool): void {
  const connections = gauge('database_pool_connections', 'Connections to the own database by use', ['state']);
  // The pool in use now; prom-client has no public way to replace a metric's collect but this property.
  Object.assign(connections, {
    collect: () => {
      connections.set({ state: 'active' }, pool.totalCount - pool.idleCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}
