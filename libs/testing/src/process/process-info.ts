import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What tells a process from a later one that was given the same pid. */
export interface ProcessInfo {
  command: string;
  /** When it started, in the system's own notation: only good for comparing. */
  started: string;
}

/** What runs under this pid now; `undefined` when nothing does. */
export function processInfo(pid: number): ProcessInfo | undefined {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    // Both ways fail in one case only: there is no such process.
    return undefined;
  }
}

function fromProc(pid: number): ProcessInfo | undefined {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  // The command in brackets may hold blanks: fields are counted behind the last bracket.
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
