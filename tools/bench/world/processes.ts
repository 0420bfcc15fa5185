import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processInfo } from '@caredrop/testing/backing';

const PAGE_KIB = 4;

/** Memory that processes hold in RAM, MiB; one that has ended holds none. */
export function residentMib(pids: readonly number[]): number {
  const running = pids.filter((pid) => processInfo(pid) !== undefined);
  return running.reduce((sum, pid) => sum + residentKib(pid), 0) / 1024;
}

function residentKib(pid: number): number {
  if (process.platform !== 'linux')
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
  return Number(readFileSync(`/proc/${String(pid)}/statm`, 'utf8').split(' ')[1]) * PAGE_KIB;
}

const LOOK_MS = 25;

/** Runs `work` and answers besides the most memory that the processes held together meanwhile, MiB. */
export async function withPeak<Result>(
  pids: readonly number[],
  work: () => Promise<Result>,
): Promise<{ result: Result; peakMib: number }> {
  const ended = new AbortController();
  let peakMib = residentMib(pids);
  const looking = (async () => {
    while (!ended.signal.aborted) {
      peakMib = Math.max(peakMib, residentMib(pids));
      await delay(LOOK_MS);
    }
  })();
  try {
    const result = await work();
    return { result, peakMib };
  } finally {
    ended.abort();
    await looking;
  }
}
