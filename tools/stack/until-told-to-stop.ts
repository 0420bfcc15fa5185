/**
 * Settles at Ctrl-C, SIGTERM, SIGHUP, or when the script that started us is gone. A second Ctrl-C exits at
 * once; the guard process then ends what still runs.
 */
export function untilToldToStop(): Promise<string> {
  return new Promise((resolve) => {
    let told = false;
    const tell = (why: string): void => {
      if (told && why === 'SIGINT') process.exit(130);
      told = true;
      resolve(why);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, tell);
    process.on('disconnect', () => {
      tell('the front door has gone');
    });
  });
}
