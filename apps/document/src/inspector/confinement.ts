import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** How an inspector process is started, and what keeps it in. */
export interface Confinement {
  /** Put before Node's own command line; each part replaces itself by the next, so the process id stays. */
  prefix: string[];
  /** It has a network namespace without interfaces. */
  withoutNetwork: boolean;
  /** The kernel ends it with this service, whatever it is busy with, and refuses files, core dumps and new privileges. */
  limited: boolean;
}

const run = promisify(execFile);
/** Nothing of this service's environment, which holds its keys. */
export const emptyEnvironment = { PATH: '/usr/bin:/bin' };

const noNetwork = ['unshare', '--user', '--net', '--map-current-user'];
const diesWithService = ['setpriv', '--no-new-privs', '--pdeathsig', 'SIGKILL'];
const noCapabilities = ['--bounding-set=-all', '--inh-caps=-all'];
/** Ended first when memory runs out. */
const firstToGo = ['choom', '-n', '1000', '--'];
const limits = ['prlimit', '--core=0', '--fsize=0', '--nofile=64', '--cpu=300'];

/** Finds out once what the kernel and the container permit here. What they refuse is left out. */
export async function probeConfinement(): Promise<Confinement> {
  let prefix: string[] = [];
  const add = async (...parts: string[]): Promise<boolean> => {
    const possible = await runs([...prefix, ...parts]);
    if (possible) prefix = [...prefix, ...parts];
    return possible;
  };
  const withoutNetwork = await add(...noNetwork);
  const dies = (await add(...diesWithService, ...noCapabilities)) || (await add(...diesWithService));
  await add(...firstToGo);
  const limited = (await add(...limits)) && dies;
  return { prefix, withoutNetwork, limited };
}

async function runs([command = '', ...parts]: string[]): Promise<boolean> {
  try {
    await run(command, [...parts, 'true'], { env: emptyEnvironment, cwd: '/', timeout: 10_000 });
    return true;
  } catch {
    // Not installed (macOS), or refused by the kernel or seccomp.
    return false;
  }
}

export interface InspectorLimits {
  /** Of its whole process, MiB. V8's heap gets half of it. */
  memoryMb: number;
  /** The longest body, bytes. */
  bodyBytes: number;
}

/** Tests run from the sources; a process needs what was built of them. */
const dist = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../', import.meta.url));
export const inspectorCode = path.join(dist, 'inspector', 'main.js');

/** The command of an inspector: Node with nothing permitted but to read its own code. */
export function inspectorCommand(
  { prefix }: Confinement,
  { memoryMb, bodyBytes }: InspectorLimits,
  code = inspectorCode,
): string[] {
  const readable = [dist, path.join(dist, '../package.json'), ...packages.flatMap(foldersOf)];
  return [
    ...prefix,
    process.execPath,
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    `--max-old-space-size=${Math.floor(memoryMb / 2)}`,
    '--max-semi-space-size=4',
    '--disallow-code-generation-from-strings',
    '--no-addons',
    '--no-warnings',
    code,
    String(bodyBytes),
  ];
}

/** What the inspector imports besides its own folder. */
const packages = ['@fastify/busboy', '@caredrop/contracts', '@caredrop/service-kit'];

/** Where a package is found from here, and where that leads: workspaces are linked. */
function foldersOf(name: string): string[] {
  for (let folder = dist; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', name);
    if (existsSync(found)) return [found, realpathSync(found)];
  }
  throw new Error(`The package ${name} is not installed`);
}
