import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processInfo, signalGroup } from '@caredrop/testing/backing';
import { replaceFile } from '@caredrop/service-kit/replace-file';
import type { Home } from './paths.ts';

/** The process that starts and stops the others. */
const MANAGER = 'manager';

interface Entry {
  name: string;
  pid: number;
  /** Together with the pid it identifies one process: pids are reused. */
  started: string;
}

/** The processes of a stack, recorded on disk as each starts. */
export class ProcessList {
  /** Called after each change. */
  onChange = (): void => undefined;
  private entries: Entry[] = [];
  private readonly home: Home;
  private readonly say: (line: string) => void;

  /** Throws if this process cannot be recorded: without its entry, a second one could start in the same home. */
  constructor(home: Home, say: (line: string) => void) {
    this.home = home;
    this.say = say;
    this.record(MANAGER, process.pid);
  }

  /** Only reports a failure, because a disk that becomes full must not end a running stack. */
  add(name: string, pid: number): void {
    try {
      this.record(name, pid);
      this.onChange();
    } catch (error) {
      this.say(`${name} is running, but could not be recorded: ${(error as Error).message}`);
    }
  }

  /** Pids by name. */
  get pids(): Record<string, number> {
    return Object.fromEntries(this.entries.map(({ name, pid }) => [name, pid]));
  }

  /** Called after a clean stop. */
  remove(): void {
    rmSync(this.home.processes, { force: true });
  }

  private record(name: string, pid: number): void {
    const started = processInfo(pid)?.started;
    if (started === undefined) return; // The process has exited already, so there is nothing to record.
    this.entries = [...this.entries.filter((entry) => entry.name !== name), { name, pid, started }];
    replaceFile(this.home.processes, JSON.stringify(this.entries, null, 2));
  }
}

/** The pid of the process that runs a stack in this home, or restores it. */
export const runningManager = (home: Home): number | undefined =>
  running(home).find(({ name }) => name === MANAGER)?.pid;

/**
 * Ends the processes that a killed run of this home left behind. Throws if its manager still runs, because
 * nothing was left behind then. A pid that was reused is left alone.
 */
export async function endLeftovers(home: Home): Promise<void> {
  const manager = runningManager(home);
  if (manager !== undefined)
    throw new Error(
      `This stack is already running (process ${String(manager)}): stop it, or choose another CAREDROP_HOME and PORT`,
    );
  const entries = running(home);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const { pid } of entries.filter(isRunning)) signalGroup(pid, signal);
    const deadline = Date.now() + 8_000;
    while (Date.now() < deadline && entries.some(isRunning)) await delay(50);
  }
  rmSync(home.processes, { force: true });
}

function running(home: Home): Entry[] {
  if (!existsSync(home.processes)) return [];
  return parsed(readFileSync(home.processes, 'utf8')).filter(isRunning);
}

/** Earlier versions could leave half a list on a full disk. Postgres finds its own leftover without the list. */
function parsed(text: string): Entry[] {
  try {
    return JSON.parse(text) as Entry[];
  } catch {
    return [];
  }
}

function isRunning({ pid, started }: Entry): boolean {
  return processInfo(pid)?.started === started;
}
