import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { freePort, startChild, until, type Child } from '@caredrop/testing/backing';

export interface Baseline {
  url: string;
  stop(): Promise<void>;
}

type Program = 'hop' | 'store' | 'tus' | 'validate' | 'validate-hop' | 'query' | 'zip';

/** Starts one of the programs in this folder as a separate process. Its first argument is its port. */
export async function startBaseline(program: Program, ...args: string[]): Promise<Baseline> {
  const port = await freePort();
  const file = path.join(import.meta.dirname, `${program}.ts`);
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' };
  const child = await startChild({ command: process.execPath, args: [file, String(port), ...args], env });
  await untilListening(program, port, child);
  return { url: `http://127.0.0.1:${String(port)}`, stop: () => child.stop() };
}

/** Starts a bare hop in front of a program that serves the files in `folder`. */
export async function startBehindHop(program: 'store' | 'zip', folder: string): Promise<Baseline> {
  const server = await startBaseline(program, folder);
  const hop = await startBaseline('hop', server.url);
  return {
    url: hop.url,
    stop: async () => {
      await Promise.all([hop.stop(), server.stop()]);
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
