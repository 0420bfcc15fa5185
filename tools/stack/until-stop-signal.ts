/**
 * Resolves at Ctrl-C, SIGTERM, SIGHUP, or when the script that started us has exited. A second Ctrl-C exits at
 * once; the guard process then ends what still runs.
 */
export function untilStopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let stopping = false;
    const stop = (reason: string): void => {
      if (stopping && reason === 'SIGINT') process.exit(130);
      stopping = true;
      resolve(reason);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    process.on('disconnect', () => {
      stop('the starting script has exited');
    });
  });
}
