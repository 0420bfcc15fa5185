import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../process/free-port.js';
import { startChild, type Child } from '../../process/start-child.js';
import { until } from '../../process/until.js';
import type { RabbitmqPrograms } from './find-rabbitmq.js';
import { acceptsAmqp } from './probe.js';
import type { Rabbitmq } from './start-rabbitmq.js';

export interface PrivateBrokerOptions {
  /** Home folder for configuration, cookie, queues and logs; created when missing. */
  dataDir: string;
  password: string;
  port?: number;
  definitions?: object | undefined;
  shortOfMemory?: boolean;
}

/**
 * How often each quorum queue updates its statistics, which nothing reads here. With the default of 5 s the queues that
 * the tests of the packages leave behind would take a fifth of a core.
 */
const TICK_MS = 60_000;

/** One byte, which every broker exceeds. */
export const MEMORY_ALARM = 'vm_memory_high_watermark.absolute = 1';

/**
 * Starts a private broker that does not affect any other on the machine: it has its own epmd, ports and files, and
 * listens only on 127.0.0.1. Its epmd is started first, since the broker would otherwise start one that nothing stops.
 */
export async function startPrivateBroker(
  programs: RabbitmqPrograms,
  options: PrivateBrokerOptions,
): Promise<Rabbitmq> {
  const dataDir = path.resolve(options.dataDir);
  const port = options.port ?? (await freePort());
  const ports = { amqp: port, dist: await freePort(), epmd: await freePort() };
  await writeConfiguration(dataDir, options);
  const epmd = await startChild({
    command: programs.epmd,
    args: ['-address', '127.0.0.1', '-port', String(ports.epmd)],
    env: { PATH: process.env.PATH },
  });
  const url = `amqp://caredrop:${encodeURIComponent(options.password)}@127.0.0.1:${String(port)}`;
  let broker: Child | undefined;
  const stop = async (): Promise<void> => {
    await broker?.stop(20_000);
    await epmd.stop(3_000);
  };
  try {
    broker = await startChild({
      command: programs.server,
      env: brokerEnv(dataDir, ports),
      logFile: path.join(dataDir, 'broker.log'),
    });
    await until('RabbitMQ', () => acceptsAmqp(url), 90_000, broker);
    return { url, port, pid: broker.pid, pids: [broker.pid, epmd.pid], exited: broker.exited, stop };
  } catch (error) {
    await stop();
    throw new Error(`RabbitMQ did not start; its output is in ${dataDir}`, { cause: error });
  }
}

async function writeConfiguration(
  dataDir: string,
  { password, definitions, shortOfMemory }: PrivateBrokerOptions,
): Promise<void> {
  await mkdir(path.join(dataDir, 'log'), { recursive: true });
  const file = path.join(dataDir, 'definitions.json');
  if (definitions) await writeFile(file, JSON.stringify(definitions), { mode: 0o600 });
  const lines = [
    'default_user = caredrop',
    `default_pass = ${password}`,
    'disk_free_limit.absolute = 50MB',
    'log.file.level = warning',
    'log.console = false',
    ...(definitions ? [`load_definitions = ${file}`] : []),
    ...(shortOfMemory ? [MEMORY_ALARM] : []),
  ];
  await writeFile(path.join(dataDir, 'rabbitmq.conf'), `${lines.join('\n')}\n`, { mode: 0o600 });
  await writeFile(path.join(dataDir, 'enabled_plugins'), '[].\n');
}

function brokerEnv(dataDir: string, ports: { amqp: number; dist: number; epmd: number }): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: dataDir,
    // Makes the script exec the Erlang VM instead of waiting for it: one process, one pid.
    RUNNING_UNDER_SYSTEMD: '1',
    RABBITMQ_NODENAME: 'caredrop@localhost',
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(ports.amqp),
    RABBITMQ_DIST_PORT: String(ports.dist),
    RABBITMQ_MNESIA_BASE: path.join(dataDir, 'mnesia'),
    RABBITMQ_LOG_BASE: path.join(dataDir, 'log'),
    RABBITMQ_CONFIG_FILE: path.join(dataDir, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: path.join(dataDir, 'enabled_plugins'),
    RABBITMQ_CONF_ENV_FILE: path.join(dataDir, 'no-such-file'),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(ports.epmd),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `-kernel inet_dist_use_interface {127,0,0,1} -rabbit quorum_tick_interval ${String(TICK_MS)}`,
  };
}
