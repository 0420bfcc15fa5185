import { gauge } from '../telemetry/metrics.js';

/** What node-postgres says of a pool. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

interface AdapterFactory {
  connect(): Promise<{ underlyingDriver(): Pool }>;
}

/** Shows the use of a Prisma adapter's pool in `database_pool_connections`; a pool that is full has `waiting` above 0. */
export function measuredPool<Factory extends AdapterFactory>(factory: Factory): Factory {
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    measure(adapter.underlyingDriver());
    return adapter;
  };
  return factory;
}

function measure(pool: Pool): void {
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
