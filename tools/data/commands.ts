import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '../stack/paths.ts';
import type { ServiceName } from '../stack/service-names.ts';

type Environment = Record<string, string>;

/** How a command ended: its exit code, and what it wrote to standard output and error. */
export interface Ended {
  code: number;
  output: string;
}

/** Runs a service's command; the service's image contains the same commands (docs/operator-commands.md). */
export const serviceCommand = (service: ServiceName, args: string[], env: Environment): Promise<Ended> =>
  run(path.join(root, 'apps', service, 'dist/cli.js'), args, env, path.join(root, 'apps', service));

/** Throws the command's output if it failed. */
export async function must(command: Promise<Ended>): Promise<string> {
  const { code, output } = await command;
  if (code !== 0) throw new Error(output.trim());
  return output.trim();
}

function run(cli: string, args: string[], env: Environment, cwd: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code: code ?? 1, output });
    });
  });
}
