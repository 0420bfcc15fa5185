import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { freePort, startChild, until, type Child } from '@caredrop/testing/backing';

export interface Baseline {
  url: string;
  stop(): Promise<void>;
}

type Program = 'hop' | 'validate' | 'validate-hop' | 'query';

/** Starts one of the programs in this folder as a separate process. Its first argument is its port. */
export async function startBaseline(program: Program, ...args: string[]): Promise<Baseline> {
  const port = await freePort();
  const file = path.join(import.meta.dirname, `${program}.ts`);
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' };
  const child = await startChild({ command: process.execPath, args: [file, String(port), ...args], env });
  await untilListening(program, port, child);
  return { url: `http://127.0.0.1:${String(port)}`, stop: () => child.stop() };
}

/** Starts a chain of `count` bare hops, the last of which forwards to `target`. */
export async function startHops(count: number, target: string): Promise<Baseline> {
  const hops: Baseline[] = [];
  for (let nth = 0; nth < count; nth += 1) hops.push(await startBaseline('hop', hops.at(-1)?.url ?? target));
  return {
    url: hops.at(-1)?.url ?? target,
    stop: async () => {
      await Promise.all(hops.map((hop) => hop.stop()));
    },
  };
}

export async function untilListening(what: string, port: number, child?: Child): Promise<void> {
  const probe = async (): Promise<void> => {
    const socket = connect({ port, host: '127.0.0.1' });
    try {
      await once(socket, 'connect');
    } finally {
      socket.destroy();
    }
  };
  await until(what, probe, 30_000, child);
}
