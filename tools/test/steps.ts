import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { root } from '../stack/paths.ts';

/** A step's contribution to the totals. */
export interface Count {
  passed: number;
  failed: number;
  /** Names of failures, for the summary. */
  failures: string[];
}

export const none: Count = { passed: 0, failed: 0, failures: [] };
export const failure = (name: string): Count => ({ passed: 0, failed: 1, failures: [name] });

export function add(...counts: Count[]): Count {
  return {
    passed: counts.reduce((sum, count) => sum + count.passed, 0),
    failed: counts.reduce((sum, count) => sum + count.failed, 0),
    failures: counts.flatMap((count) => count.failures),
  };
}

/** The folder for everything a run leaves behind. */
export const results = path.join(root, 'test-results');

const running = new Set<ChildProcess>();
// When a run ends early, for example because a backing service died, its commands are ended too.
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/**
 * Runs a command, showing its output and saving it in test-results/<name>.log. Returns its exit code; a
 * command that cannot be started or is killed counts as failed.
 */
export function run(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string | undefined> = {},
  cwd: string = root,
): Promise<number> {
  const folder = path.join(cwd, 'test-results');
  mkdirSync(folder, { recursive: true });
  const log = createWriteStream(path.join(folder, `${name}.log`));
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    for (const [stream, out] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      stream.on('data', (chunk: Buffer) => {
        out.write(chunk);
        log.write(chunk);
      });
    }
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      log.end();
      resolve(1);
    });
    child.once('close', (code) => {
      running.delete(child);
      log.end();
      resolve(code ?? 1);
    });
  });
}

/**
 * Prints a heading, the duration of the step, and how busy the machine's cores were; a step that throws counts as one
 * failure.
 */
export async function step(name: string, work: () => Promise<Count>): Promise<Count> {
  process.stdout.write(`\n== ${name}\n`);
  const [started, before] = [Date.now(), coreTimes()];
  const count = await work().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return failure(name);
  });
  const verdict = count.failed === 0 ? 'ok' : `${String(count.failed)} failed`;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`== ${name}: ${verdict}, ${seconds} s, cores ${busyShare(before)} busy\n`);
  return count;
}

interface CoreTimes {
  idle: number;
  all: number;
}

/** Times of all cores together since the machine started, ms. */
function coreTimes(): CoreTimes {
  const times = cpus().map((core) => core.times);
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    all: sum(times.flatMap((core) => Object.values(core))),
  };
}

function busyShare(before: CoreTimes): string {
  const after = coreTimes();
  const share = 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all);
  return `${String(Math.round(share * 100))} %`;
}
