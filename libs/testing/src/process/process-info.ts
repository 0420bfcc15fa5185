import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Distinguishes a process from a later one with the same pid. */
export interface ProcessInfo {
  command: string;
  /** Start time in the system's own format; use it only for comparison. */
  started: string;
}

/** Returns the process with this pid; `undefined` when there is none. */
export function processInfo(pid: number): ProcessInfo | undefined {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    // Both methods fail only when the process does not exist.
    return undefined;
  }
}

function fromProc(pid: number): ProcessInfo | undefined {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  // The command in brackets may contain spaces, so count fields after the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') return undefined;
  const command = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')
    .replaceAll('\0', ' ')
    .trim();
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return { command, started: `${boot}/${fields[19] ?? ''}` };
}

function fromPs(pid: number): ProcessInfo | undefined {
  const ps = (column: string): string =>
    execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  if (ps('state').startsWith('Z')) return undefined;
  return { command: ps('command'), started: ps('lstart') };
}
