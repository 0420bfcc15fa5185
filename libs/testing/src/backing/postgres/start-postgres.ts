import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../process/free-port.js';
import { startChild, type Child } from '../../process/start-child.js';
import { until } from '../../process/until.js';
import { postgresBinaries } from './binaries.js';
import { initCluster } from './init-cluster.js';
import { clearLeftover } from './leftover.js';
import { postgresOwner } from './owner.js';
import { acceptsPostgres } from './probe.js';

export interface PostgresOptions {
  /** The data folder. Created when missing; an existing cluster in it is used. */
  dataDir: string;
  port?: number;
  /** Set when the cluster is created; later starts must pass the same one. */
  password?: string;
  logFile?: string;
  /** For tests only: faster, but a power failure may lose data. */
  throwaway?: boolean;
}

export interface Postgres {
  /** Superuser URL of the database `postgres`. */
  url: string;
  port: number;
  pid: number;
  exited: Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts npm's Postgres on 127.0.0.1. Throws if it does not start. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataDir = path.resolve(options.dataDir);
  const { port = await freePort(), password = 'caredrop' } = options;
  const binaries = await postgresBinaries();
  const owner = postgresOwner(binaries.initdb);
  await mkdir(path.dirname(dataDir), { recursive: true });
  if (process.getuid?.() === 0) await chmod(path.dirname(dataDir), 0o755); // The user postgres has to traverse this folder.
  await initCluster(binaries.initdb, dataDir, owner, password);
  await clearLeftover(dataDir);
  const [command = '', ...args] = [
    ...owner.prefix,
    binaries.postgres,
    ...flags(dataDir, port, options.throwaway ?? false),
  ];
  const url = `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${String(port)}/postgres`;
  const start = (): Promise<Child> =>
    startChild({
      command,
      args,
      uid: owner.uid,
      gid: owner.gid,
      cwd: '/',
      logFile: options.logFile,
      stopSignal: 'SIGINT',
    });
  const child = await startTwice(start, url);
  return { url, port, pid: child.pid, exited: child.exited, stop: () => child.stop(20_000) };
}

function flags(dataDir: string, port: number, throwaway: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(throwaway && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return [
    '-D',
    dataDir,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
}

/** Retries a failed start for 15 s: after a kill -9 the old backends need a moment to release the shared memory. */
async function startTwice(start: () => Promise<Child>, url: string): Promise<Child> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const child = await start();
    try {
      await until('Postgres', () => acceptsPostgres(url), 60_000, child);
      return child;
    } catch (error) {
      if (child.running) await child.stop();
      if (Date.now() > deadline) throw error;
    }
  }
}
