import { createServer, type Server } from 'node:net';

/**
 * The ports to choose from. They lie below those that systems assign to outgoing connections (from 32768 on Linux) and
 * below the node ports of Kubernetes, so that only another caller can take a port before its service listens.
 */
const FIRST = 15_000;
const END = 30_000;
/** Number of ports in a block. Listening on the first one marks the block as taken for other processes. */
const BLOCK = 20;

let next = 0;
let end = 0;
let queue: Promise<unknown> = Promise.resolve();

/**
 * Returns a TCP port of 127.0.0.1 that is free and that no other call returns, in this or another process, while this
 * process lives.
 */
export function freePort(): Promise<number> {
  const port = queue.then(choose);
  queue = port.catch(() => undefined);
  return port;
}

async function choose(): Promise<number> {
  if (next === end) await takeBlock();
  const port = next;
  next += 1;
  return (await isFree(port)) ? port : choose();
}

/**
 * Takes a block of ports by listening on the first one, which only one process can do, for as long as it lives. The
 * other ports stay free for services that listen a moment later.
 */
async function takeBlock(): Promise<void> {
  const blocks = (END - FIRST) / BLOCK;
  const offset = Math.floor(Math.random() * blocks);
  for (let index = 0; index < blocks; index += 1) {
    const start = FIRST + ((offset + index) % blocks) * BLOCK;
    const mark = await listen(start);
    if (!mark) continue;
    mark.unref();
    [next, end] = [start + 1, start + BLOCK];
    return;
  }
  throw new Error(`no free port from ${String(FIRST)} to ${String(END - 1)}`);
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (!server) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen(port, '127.0.0.1', () => {
      resolve(server);
    });
  });
}
