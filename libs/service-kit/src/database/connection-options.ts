import { Socket } from 'node:net';
import type { PoolConfig } from 'pg';

/** Longer than any statement of a service, and than any pause within a transaction. */
const SILENCE_MS = 60_000;
/** For operator commands, whose statements may run for minutes. */
export const COMMAND_SILENCE_MS = 30 * 60_000;

/**
 * How every pool of a service connects to its database. A connection on which no byte arrives or is accepted for
 * `silenceMs` is closed, so its statement fails and the pool does not use it again: after a server vanishes, the kernel
 * would retry for a quarter of an hour, and a server that hangs would never be noticed.
 */
export function connectionOptions(connectionString: string, silenceMs = SILENCE_MS): PoolConfig {
  return {
    connectionString,
    connectionTimeoutMillis: 5_000,
    // Longer than the library's default of ten seconds, because a new connection costs Postgres a process and makes the
    // next request wait. Shorter than the silence after which a connection counts as lost.
    idleTimeoutMillis: 45_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: () => closingAfter(silenceMs),
  };
}

function closingAfter(silenceMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silenceMs, () => {
    socket.destroy(new Error(`the database connection was silent for ${silenceMs} ms`));
  });
}
