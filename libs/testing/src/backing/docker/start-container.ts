import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../process/free-port.js';
import { startChild, type Child } from '../../process/start-child.js';

export interface ContainerOptions {
  image: string;
  /** The port inside the container; published on a free port of 127.0.0.1. */
  port: number;
  env: Record<string, string>;
  command?: string[];
  /** Files that are copied into the container before it starts, by their path in the container. */
  files?: Record<string, string>;
}

export interface Container {
  /** The published port. */
  port: number;
  /** `docker start --attach`, which passes the stop signal on to the container. */
  child: Child;
}

/** Starts a container that is removed when it ends. Throws the engine's error, for example when an image is missing. */
export async function startContainer(options: ContainerOptions): Promise<Container> {
  const { image, env, command = [], files = {} } = options;
  const port = await freePort();
  const name = `caredrop-${String(process.pid)}-${String(port)}`;
  const publish = `127.0.0.1:${String(port)}:${String(options.port)}`;
  // Values are passed through the environment, because every user of the machine can read arguments.
  const variables = Object.keys(env).flatMap((key) => ['--env', key]);
  await docker(
    ['create', '--rm', '--name', name, '--publish', publish, ...variables, image, ...command],
    env,
  );
  for (const [target, content] of Object.entries(files)) await copyInto(`${name}:${target}`, content);
  const child = await startChild({
    command: 'docker',
    args: ['start', '--attach', name],
    env: process.env,
  });
  return { port, child };
}

/** The file is readable by every user, because the container runs as a different one. */
async function copyInto(target: string, content: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caredrop-container-'));
  try {
    const file = path.join(folder, 'file');
    await writeFile(file, content, { mode: 0o644 });
    await docker(['cp', file, target]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs a `docker` command. Throws with its error output if it fails. */
async function docker(args: string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn('docker', args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`docker ${args[0] ?? ''} failed: ${said.trim()}`);
}
