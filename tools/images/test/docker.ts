import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../../stack/paths.ts';

/** Runs `docker …` in the checkout and returns its output. Throws with the output if it fails. */
export async function docker(args: string[], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 256 * 1024 * 1024 };
  try {
    return (await promisify(execFile)('docker', args, options)).stdout.trim();
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string };
    const output = `${stdout}${stderr}`.trim().split('\n').slice(-30).join('\n');
    throw new Error(`docker ${args.slice(0, 6).join(' ')} … failed:\n${output}`, { cause: error });
  }
}
