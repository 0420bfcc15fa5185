/** Reachable all the time, reachable again after a wait, or given up. */
export type Network = 'unchanged' | 'restored' | 'given up';

/** Long enough for a tunnel, or for a phone call on the same phone. */
const maxMs = 10 * 60 * 1000;

/** A hidden page may be frozen at any moment, so it counts as unreachable. */
const isReachable = () => navigator.onLine && document.visibilityState === 'visible';

/** Waits until the device is online and the page visible, for ten minutes at most or until `signal` aborts. */
export function waitForNetwork(signal: AbortSignal): Promise<Network> {
  if (signal.aborted) return Promise.resolve('given up');
  if (isReachable()) return Promise.resolve('unchanged');
  return new Promise((resolve) => {
    const end = (network: Network) => {
      clearTimeout(timer);
      window.removeEventListener('online', check);
      document.removeEventListener('visibilitychange', check);
      signal.removeEventListener('abort', giveUp);
      resolve(network);
    };
    const check = () => isReachable() && end('restored');
    const giveUp = () => end('given up');
    const timer = setTimeout(giveUp, maxMs);
    window.addEventListener('online', check);
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', giveUp);
  });
}
