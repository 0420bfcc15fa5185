import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@caredrop/testing/backing';
import type { Run } from './run.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs a command as an operator types it (`npm run <tool> -- …`), in a separate home. */
export function tool(
  home: string,
  line: string,
  more: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const [name = '', ...args] = line.split(' ');
  const child = start(home, name, args, more);
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** A whole stack beside the one under test, for operations that would damage that one. */
export class OwnStack {
  private constructor(
    readonly run: Run,
    private readonly child: ChildProcess,
  ) {}

  /** Resolves when it is ready. Throws with its output when it exits before that. */
  static async start(home: string, more: Record<string, string> = {}): Promise<OwnStack> {
    const child = start(home, 'start', [], { PORT: String(await freePort()), ...more });
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const listen = (chunk: Buffer) => {
        said += chunk.toString();
        if (/^ready$/m.test(said)) resolve();
      };
      child.stdout?.on('data', listen);
      child.stderr?.on('data', listen);
      child.once('exit', () => reject(new Error(`the stack did not start:\n${said}`)));
    });
    return new OwnStack(JSON.parse(readFileSync(path.join(home, 'run.json'), 'utf8')) as Run, child);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
  }
}

function start(home: string, name: string, args: string[], more: Record<string, string>): ChildProcess {
  const program = path.join(root, 'tools', name, 'main.ts');
  const env = { ...process.env, CAREDROP_HOME: home, CAREDROP_CONTROL: 'off', ...more };
  return spawn(process.execPath, [program, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
}
