import { readFileSync } from 'node:fs';

/** Linux reports processor time in hundredths of a second, whatever the kernel's own tick rate. */
const TICK_MS = 10;
/**
 * Positions of utime and stime after the program's name, which may contain spaces and parentheses
 * (proc_pid_stat(5)).
 */
const [USER, SYSTEM] = [11, 12];

/** Processor time of all threads of a process so far, ms; undefined when it is gone, or there is no /proc. */
export function processorMs(pid: number): number | undefined {
  const stat = readProc(pid, 'stat');
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
}

/** Resident memory of a process, MiB; undefined when it is gone, or there is no /proc. */
export function residentMb(pid: number): number | undefined {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status') ?? '');
  return found ? Number(found[1]) / 1024 : undefined;
}

function readProc(pid: number, file: 'stat' | 'status'): string | undefined {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
