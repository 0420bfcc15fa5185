import { readdirSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

/** Signals a process and its descendants; not an error when one has ended. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  // Stops from the top, so that no parent sees a child stop; continues from the bottom.
  const tree = [pid, ...descendants(pid)];
  for (const one of signal === 'SIGCONT' ? tree.toReversed() : tree) signalOne(one, signal);
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function descendants(pid: number): number[] {
  const parents = process.platform === 'linux' ? fromProc() : fromPs();
  const found: number[] = [];
  const add = (parent: number): void => {
    for (const [child, of] of parents) {
      if (of !== parent) continue;
      found.push(child);
      add(child);
    }
  };
  add(pid);
  return found;
}

function fromProc(): [number, number][] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      return [
        [Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0])] as [number, number],
      ];
    } catch {
      return []; // It has exited in the meantime.
    }
  });
}

function fromPs(): [number, number][] {
  const lines = spawnSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' }).stdout.split('\n');
  return lines.flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return pid && parent !== undefined ? [[pid, parent] as [number, number]] : [];
  });
}
