import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../stack/paths.ts';

/** The files of the checkout that a server needs; none has to be installed or built. */
const parts = ['package.json', 'docker-compose.yml', 'deploy', 'k8s', 'tools'];

/** A copy of the checkout like that on a clinic's server after `git clone`: no node_modules and no dist. */
export function freshServer(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'caredrop-server-'));
  for (const part of parts) cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  mkdirSync(path.join(folder, 'bin'));
  return folder;
}

/** PATH with the machine's own programs, without the pinned Node and other packages. `bin` in the folder comes first. */
const machinePath = (folder: string): string =>
  [path.join(folder, 'bin'), ...(process.env.PATH ?? '').split(path.delimiter)]
    .filter((place) => !place.includes('node_modules'))
    .join(path.delimiter);

/** Runs a program in such a folder. Rejects with its output if it fails. */
export async function runOn(
  folder: string,
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const options = { cwd: folder, env: { PATH: machinePath(folder), HOME: folder, ...env } };
  try {
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}` || String(error), { cause: error });
  }
}

export const isInstalled = (folder: string): boolean => existsSync(path.join(folder, 'node_modules'));
