import { setTimeout as delay } from 'node:timers/promises';

export interface Watched {
  /** Display name, for example `RabbitMQ`. */
  name: string;
  /** Settles when its process has ended; absent when we did not start it. */
  exited?: Promise<unknown> | undefined;
  /** Rejects while the service does not respond. */
  probe: () => Promise<unknown>;
}

export interface WatchOptions {
  /** Called once, with an error message. Without it, tests that wait for the service would hang. */
  onDied: (sentence: string) => void;
  /** Delay between two probes, and timeout of each, in ms. */
  everyMs?: number;
  /** Number of consecutive failed probes after which it counts as dead; several, because a busy machine may be slow. */
  failures?: number;
}

/** Watches a backing service of a test run until stopped. */
export function watch({ name, exited, probe }: Watched, options: WatchOptions): { stop: () => void } {
  const { onDied, everyMs = 30_000, failures = 4 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const die = (how: string) => {
    if (signal.aborted) return;
    stopping.abort();
    onDied(`${name} ${how} while tests were using it: the run ends here`);
  };
  void exited?.then(() => {
    die('ended');
  });
  void (async () => {
    for (let failed = 0; !signal.aborted;) {
      failed = (await responds(probe, everyMs)) ? 0 : failed + 1;
      if (failed >= failures) die('stopped responding');
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    stop: () => {
      stopping.abort();
    },
  };
}

async function responds(probe: Watched['probe'], withinMs: number): Promise<boolean> {
  const late = delay(withinMs, false, { ref: false });
  const done = probe().then(
    () => true,
    () => false,
  );
  return Promise.race([done, late]);
}
