/**
 * Prisma codes for a server that is unreachable or unresponsive, has closed the connection, or has no free connection;
 * and SQLSTATEs for lost connections (08), shutdown (57P), and insufficient disk space, memory or connections (53).
 */
const CODES = /^(P1001|P1002|P1008|P1017|P2024|08\w{3}|57P0\d|53[0-3]00)$/;
/** Messages of `pg` errors that have no code, thrown when the connection ends during a transaction. */
const MESSAGES = /^(Connection terminated|Client has encountered a connection error)/;
const KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'TooManyConnections', 'SocketTimeout']);

/**
 * Whether an error means that the database became unavailable. Network codes alone do not count: a handler's
 * own HTTP call fails with the same codes.
 */
export function saysDatabaseAway(error: unknown): boolean {
  for (const each of chainOf(error)) {
    const { code, originalCode, kind, message } = each;
    if (typeof message === 'string' && MESSAGES.test(message)) return true;
    if (typeof kind === 'string' && KINDS.has(kind)) return true;
    if ([code, originalCode].some((value) => typeof value === 'string' && CODES.test(value))) return true;
  }
  return false;
}

/** The error, its causes, and the driver adapter's error that Prisma keeps in `meta`. */
function chainOf(error: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  let queue: unknown[] = [error];
  while (queue.length > 0 && chain.length < 20) {
    const found = queue.filter((each) => typeof each === 'object' && each !== null) as Record<
      string,
      unknown
    >[];
    chain.push(...found);
    queue = found.flatMap(({ cause, meta }) => [
      cause,
      (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError,
    ]);
  }
  return chain;
}
