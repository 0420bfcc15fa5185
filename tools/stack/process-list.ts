import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processInfo, signalGroup } from '@caredrop/testing/backing';
import type { Home } from './paths.ts';

interface Entry {
  name: string;
  pid: number;
  /** Together with the pid it identifies one process: pids are reused. */
  started: string;
}

/** The processes of a stack, recorded on disk as each starts. */
export class ProcessList {
  private entries: Entry[] = [];
  private readonly home: Home;

  constructor(home: Home) {
    this.home = home;
    this.add('manager', process.pid);
  }

  add(name: string, pid: number): void {
    const started = processInfo(pid)?.started;
    if (started === undefined) return; // The process has exited already, so there is nothing to record.
    this.entries = [...this.entries.filter((entry) => entry.name !== name), { name, pid, started }];
    writeFileSync(this.home.processes, JSON.stringify(this.entries, null, 2));
  }

  /** Pids by name. */
  get pids(): Record<string, number> {
    return Object.fromEntries(this.entries.map(({ name, pid }) => [name, pid]));
  }

  /** Called after a clean stop. */
  remove(): void {
    rmSync(this.home.processes, { force: true });
  }
}

/**
 * Ends the processes that a killed run of this home left behind. Throws if its manager still runs, because
 * nothing was left behind then. A pid that was reused is left alone.
 */
export async function endLeftovers(home: Home): Promise<void> {
  const entries = ours(home);
  if (entries.some(({ name }) => name === 'manager')) {
    const [manager] = entries.filter(({ name }) => name === 'manager');
    throw new Error(
      `This stack is already running (process ${String(manager?.pid)}): stop it, or choose another CAREDROP_HOME and PORT`,
    );
  }
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const { pid } of entries.filter(isRunning)) signalGroup(pid, signal);
    const deadline = Date.now() + 8_000;
    while (Date.now() < deadline && entries.some(isRunning)) await delay(50);
  }
  rmSync(home.processes, { force: true });
}

function ours(home: Home): Entry[] {
  if (!existsSync(home.processes)) return [];
  return (JSON.parse(readFileSync(home.processes, 'utf8')) as Entry[]).filter(isRunning);
}

function isRunning({ pid, started }: Entry): boolean {
  return processInfo(pid)?.started === started;
}
