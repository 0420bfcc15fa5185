import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** The programs a private broker needs. */
export interface RabbitmqPrograms {
  server: string;
  epmd: string;
}

/**
 * Paths where packages install RabbitMQ, searched before PATH: Debian's wrapper in /usr/sbin changes the user, and
 * Homebrew's folder is not in most users' PATH.
 */
const SERVERS = [
  '/usr/lib/rabbitmq/bin/rabbitmq-server',
  '/opt/homebrew/opt/rabbitmq/sbin/rabbitmq-server',
  '/usr/local/opt/rabbitmq/sbin/rabbitmq-server',
  '/opt/rabbitmq/sbin/rabbitmq-server',
];

const EPMDS = ['/usr/bin/epmd', '/opt/homebrew/opt/erlang/bin/epmd', '/usr/local/opt/erlang/bin/epmd'];

/** The broker installed on this machine, if any. */
export function findRabbitmq(): RabbitmqPrograms | undefined {
  const server = SERVERS.find((file) => existsSync(file)) ?? onPath('rabbitmq-server');
  const epmd = onPath('epmd') ?? EPMDS.find((file) => existsSync(file)) ?? bundledEpmd();
  return server && epmd ? { server, epmd } : undefined;
}

function onPath(program: string): string | undefined {
  const found = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim();
  if (!found) return undefined;
  return realpathSync(found);
}

function bundledEpmd(): string | undefined {
  for (const root of ['/usr/lib/erlang', '/usr/local/lib/erlang']) {
    if (!existsSync(root)) continue;
    const erts = readdirSync(root).find((name) => name.startsWith('erts-'));
    const epmd = erts && path.join(root, erts, 'bin', 'epmd');
    if (epmd && existsSync(epmd)) return epmd;
  }
  return undefined;
}
