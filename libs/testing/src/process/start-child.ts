import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { guardGroup, unguardGroup } from './guard.js';

export interface ChildOptions {
  command: string;
  args?: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** File that standard output and error are appended to; output is discarded when omitted. */
  logFile?: string;
  /** The signal that stops it; SIGTERM by default. */
  stopSignal?: NodeJS.Signals;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/**
 * A process in its own group, so that Ctrl-C in a terminal reaches only this process, which chooses the order
 * of stopping.
 */
export interface Child {
  readonly pid: number;
  /** Settles when the process has ended; never rejects. */
  readonly exited: Promise<Exit>;
  readonly running: boolean;
  /**
   * Sends the stop signal to the whole group, and SIGKILL after `graceMs` (10 s by default). Settles when the
   * process has ended.
   */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Starts a process whose group gets the stop signal when this process ends, however it ends. Throws when the command
 * cannot be started.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { command, args = [], env, cwd, uid, gid, logFile, stopSignal = 'SIGTERM' } = options;
  const out = openLog(logFile);
  const child = spawn(command, args, { env, cwd, uid, gid, detached: true, stdio: ['ignore', out, out] });
  if (typeof out === 'number') closeSync(out);
  let running = true;
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      running = false;
      if (child.pid) unguardGroup(child.pid);
      resolve({ code, signal });
    });
  });
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      resolve(child.pid ?? 0);
    });
  });
  guardGroup(pid, stopSignal);
  return {
    pid,
    exited,
    get running() {
      return running;
    },
    stop: (graceMs = 10_000) => (running ? stopGroup(pid, stopSignal, exited, graceMs) : Promise.resolve()),
  };
}

function openLog(file: string | undefined): number | 'ignore' {
  if (!file) return 'ignore';
  mkdirSync(path.dirname(file), { recursive: true });
  return openSync(file, 'a');
}

async function stopGroup(
  pid: number,
  signal: NodeJS.Signals,
  exited: Promise<Exit>,
  graceMs: number,
): Promise<void> {
  signalGroup(pid, signal);
  const timer = new AbortController();
  const late = delay(graceMs, 'late' as const, { signal: timer.signal }).catch(() => 'ended' as const);
  const first = await Promise.race([exited, late]);
  timer.abort();
  if (first === 'late') signalGroup(pid, 'SIGKILL');
  await exited;
}

/** Signals a whole process group; not an error when it has already ended. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
