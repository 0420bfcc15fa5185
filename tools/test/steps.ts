import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { root } from '../stack/paths.ts';

/** What a step adds to the sum. */
export interface Count {
  passed: number;
  failed: number;
  /** Names of what failed, for the end. */
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

/** Where everything a run leaves behind goes. */
export const results = path.join(root, 'test-results');

/**
 * Runs a command, showing what it says and keeping a copy in test-results/<name>.log. Answers its exit code; a
 * command that cannot be started or is killed counts as one that failed.
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

/** Prints a heading and how long the step took; a step that throws counts as one failure. */
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

/** A step without tests of its own: it adds nothing when it is good, and one failure when it is not. */
export async function command(name: string, program: string, args: string[]): Promise<Count> {
  const log = name.replaceAll(/\W+/g, '-');
  return (await run(log, program, args)) === 0 ? none : failure(name);
}
