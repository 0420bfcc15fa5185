import type { IncomingMessage } from 'node:http';

export interface DrainLimits {
  bytes: number;
  withinMs: number;
  /** How many milliseconds to pause once `seen` bytes were read in `elapsedMs`; if absent, the client sets the pace. */
  pauseMs?: (seen: number, elapsedMs: number) => number;
  /** Closes the connection; called when a limit is exceeded, after which nothing more is read. */
  cut: () => void;
}

/**
 * Reads and discards the rest of a refused body, within limits: a client that is still sending reads the
 * response only after it has sent everything, and would otherwise report a broken connection. Resolves when
 * the body or the connection has ended.
 */
export function drainBody(request: IncomingMessage, limits: DrainLimits): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const started = performance.now();
    let seen = 0;
    let resuming: NodeJS.Timeout | undefined;
    const cut = () => {
      clearTimeout(timer);
      clearTimeout(resuming);
      request.off('data', discard);
      request.pause();
      limits.cut();
    };
    const discard = (chunk: Buffer) => {
      seen += chunk.length;
      if (seen > limits.bytes) return cut();
      const pauseMs = limits.pauseMs?.(seen, performance.now() - started) ?? 0;
      if (pauseMs === 0) return;
      request.pause();
      resuming = setTimeout(() => request.resume(), pauseMs);
    };
    const timer = setTimeout(cut, limits.withinMs);
    const end = () => {
      clearTimeout(timer);
      clearTimeout(resuming);
      resolve();
    };
    // Handles every error: an unhandled one would end the process.
    request.on('error', end);
    request.once('end', end);
    request.once('close', end);
    request.on('data', discard);
    request.unpipe();
    request.resume();
  });
}
