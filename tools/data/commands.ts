import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '../stack/paths.ts';
import type { DatabaseOwner, ServiceName } from '../stack/service-names.ts';

type Environment = Record<string, string>;

/** The rings that the rows of a service's database are sealed under: by `table.column`, the setting. */
const sealedColumns: Partial<Record<DatabaseOwner, Record<string, string>>> = {
  auth: {
    'second_factors.key_id': 'SECOND_FACTOR_KEYS',
    'second_factor_enrolments.key_id': 'SECOND_FACTOR_KEYS',
  },
  token: { 'tokens.link_key_id': 'LINK_KEYS' },
  document: { 'documents.key_id': 'KEK_KEYS' },
};

/** What ran, and how it ended. */
export interface Ended {
  code: number;
  output: string;
}

/** A command of one service, as its image has it too (docs/backup.md). */
export const serviceCommand = (service: ServiceName, args: string[], env: Environment): Promise<Ended> =>
  run(path.join(root, 'apps', service, 'dist/cli.js'), args, env, path.join(root, 'apps', service));

/** Backup or restore of one service's database. */
export function databaseCommand(owner: DatabaseOwner, args: string[], env: Environment): Promise<Ended> {
  const keys = Object.entries(sealedColumns[owner] ?? {}).flatMap((pair) => ['--keys', pair.join('=')]);
  const cli = path.join(root, 'libs/service-kit/dist/database/cli.js');
  return run(cli, [...args, ...keys], env, path.join(root, 'apps', owner));
}

/** Throws what the command said, unless it ended well. */
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
