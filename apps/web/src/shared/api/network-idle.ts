let running = 0;
let lastEnd = 0;

/** Counts a call while it is pending. */
export async function counted<Result>(call: () => Promise<Result>): Promise<Result> {
  running += 1;
  try {
    return await call();
  } finally {
    running -= 1;
    lastEnd = Date.now();
  }
}

const pollMs = 200;

/** Resolves once the page is loaded and no API call has run for `idleMs`, or when aborted. */
export async function untilNetworkIdle(idleMs: number, signal: AbortSignal): Promise<void> {
  lastEnd = Math.max(lastEnd, Date.now());
  while (!signal.aborted) {
    const idle = running === 0 && document.readyState === 'complete' && Date.now() - lastEnd >= idleMs;
    if (idle) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
