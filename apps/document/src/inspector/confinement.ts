import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** How an inspector process is started, and how it is confined. */
export interface Confinement {
  /** Programs before Node on the command line. Each execs the next, so the process id stays the same. */
  prefix: string[];
  /** Runs in a network namespace without interfaces. */
  withoutNetwork: boolean;
  /**
   * The kernel kills the process when this service dies, and blocks writing files, core dumps and gaining
   * privileges.
   */
  limited: boolean;
}

const run = promisify(execFile);
/** Passes none of this service's environment, which contains its keys. */
export const emptyEnvironment = { PATH: '/usr/bin:/bin' };

const noNetwork = ['unshare', '--user', '--net', '--map-current-user'];
const diesWithService = ['setpriv', '--no-new-privs', '--pdeathsig', 'SIGKILL'];
const noCapabilities = ['--bounding-set=-all', '--inh-caps=-all'];
/** The kernel kills these processes first when memory runs out. */
const firstToGo = ['choom', '-n', '1000', '--'];
const limits = ['prlimit', '--core=0', '--fsize=0', '--nofile=64', '--cpu=300'];

/** Probes what the kernel and the container permit here. Whatever they deny is left out. */
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
    // Not installed (macOS), or denied by the kernel or seccomp.
    return false;
  }
}

export interface InspectorLimits {
  /** Memory of the whole process, MiB. V8's heap gets half of it. */
  memoryMb: number;
  /** The longest body, bytes. */
  bodyBytes: number;
}

/** Tests run from the sources, but an inspector process needs the build. */
const dist = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../', import.meta.url));
const inspectorCode = path.join(dist, 'inspector', 'main.js');

/** The command of an inspector: Node with permission only to read this service's code and the packages it imports. */
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
    '--expose-gc',
    '--disallow-code-generation-from-strings',
    '--no-addons',
    '--no-warnings',
    code,
    String(bodyBytes),
  ];
}

/** Packages that the inspector imports. */
const packages = [
  '@fastify/busboy',
  '@caredrop/contracts',
  '@caredrop/pdf-inspector',
  '@caredrop/service-kit',
  '@embedpdf/pdfium',
  'jpeg-js',
  'pngjs',
];

/** The path of a package and its target, because workspaces are symlinked. */
function foldersOf(name: string): string[] {
  for (let folder = dist; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', name);
    if (existsSync(found)) return [found, realpathSync(found)];
  }
  throw new Error(`The package ${name} is not installed`);
}
