import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
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

/**
 * Runs a command, showing its output and saving it in test-results/<name>.log. Returns its exit code; a
 * command that cannot be started or is killed counts as failed.
 */
export function run(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  mkdirSync(results, { recursive: true });
  const log = createWriteStream(path.join(results, `${name}.log`));
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
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
      log.end();
      resolve(code ?? 1);
    });
  });
}

/** Prints a heading and the duration of the step; a step that throws counts as one failure. */
export async function step(name: string, work: () => Promise<Count>): Promise<Count> {
  process.stdout.write(`\n== ${name}\n`);
  const started = Date.now();
  const count = await work().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return failure(name);
  });
  const verdict = count.failed === 0 ? 'ok' : `${String(count.failed)} failed`;
  process.stdout.write(`== ${name}: ${verdict}, ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  return count;
}

/** A step without tests: it adds nothing when it succeeds, and one failure when it does not. */
export async function command(name: string, program: string, args: string[]): Promise<Count> {
  const log = name.replaceAll(/\W+/g, '-');
  return (await run(log, program, args)) === 0 ? none : failure(name);
}
