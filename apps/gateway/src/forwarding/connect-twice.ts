import { setTimeout as delay } from 'node:timers/promises';
import { buildConnector } from 'undici';

/** Longest wait for one connection. */
const CONNECT_MS = 3_000;
/** Long enough for a name to lead to the replica that takes over. */
const PAUSE_MS = 250;

/**
 * Connects to whichever replica a name leads to, and where that does not answer, as at a roll-out, once more. Nothing
 * has been sent by then, so that this is safe for every call, a document on its way included.
 */
export function connectTwice(
  pause: () => Promise<unknown> = () => delay(PAUSE_MS),
): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_MS });
  return (options, done) =>
    connect(options, (error, socket) => {
      if (error === null) return done(null, socket);
      void pause().then(() => connect(options, done));
    });
}
