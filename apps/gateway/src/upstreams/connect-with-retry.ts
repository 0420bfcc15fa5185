import { setTimeout as delay } from 'node:timers/promises';
import { buildConnector } from 'undici';

/** Timeout of one connection attempt. */
const CONNECT_MS = 3_000;
/** Long enough for a name to resolve to the replica that takes over. */
const PAUSE_MS = 250;

/**
 * Connects to whichever replica a name resolves to, and retries once when that fails, as during a rolling
 * update. Nothing has been sent by then, so this is safe for every call, uploads included.
 */
export function connectWithRetry(
  pause: () => Promise<unknown> = () => delay(PAUSE_MS),
): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_MS });
  return (options, done) =>
    connect(options, (error, socket) => {
      if (error === null) return done(null, socket);
      void pause().then(() => connect(options, done));
    });
}
