import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processInfo } from '@caredrop/testing/backing';

const PAGE_KIB = 4;

/** Resident memory of the processes, MiB; exited processes count as zero. */
export function residentMib(pids: readonly number[]): number {
  const running = pids.filter((pid) => processInfo(pid) !== undefined);
  return running.reduce((sum, pid) => sum + residentKib(pid), 0) / 1024;
}

function residentKib(pid: number): number {
  if (process.platform !== 'linux')
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
  return Number(readFileSync(`/proc/${String(pid)}/statm`, 'utf8').split(' ')[1]) * PAGE_KIB;
}

/**
 * Proportional memory (PSS) of the processes, MiB: each counts its share of a page that several use. Linux only.
 */
export function proportionalMib(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + proportionalKib(pid), 0) / 1024;
}

function proportionalKib(pid: number): number {
  const rollup = readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]);
}

const SAMPLE_MS = 25;

/** Runs `work`, sampling the processes' total resident memory; returns the peak in MiB with the result. */
export async function withPeak<Result>(
  pids: readonly number[],
  work: () => Promise<Result>,
): Promise<{ result: Result; peakMib: number }> {
  const ended = new AbortController();
  let peakMib = residentMib(pids);
  const sampling = (async () => {
    while (!ended.signal.aborted) {
      peakMib = Math.max(peakMib, residentMib(pids));
      await delay(SAMPLE_MS);
    }
  })();
  try {
    const result = await work();
    return { result, peakMib };
  } finally {
    ended.abort();
    await sampling;
  }
}
