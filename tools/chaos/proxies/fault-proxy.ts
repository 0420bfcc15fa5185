import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Watch, type Held, type Match } from './watch.ts';

type Direction = 'request' | 'response';

/**
 * A TCP proxy between two components. It can hold the chunk that carries a given step of an upload, cut the connection
 * there, or refuse all connections. The components are not aware of it (docs/adr/0013).
 */
export class FaultProxy {
  readonly name: string;
  readonly port: number;
  private readonly target: { host: string; port: number };
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly watches = new Set<Watch>();
  private refusing = false;

  private constructor(name: string, port: number, target: { host: string; port: number }) {
    this.name = name;
    this.port = port;
    this.target = target;
    this.server = createServer({ allowHalfOpen: true }, (near) => {
      void this.join(near);
    });
  }

  static async start(
    name: string,
    port: number,
    target: { host: string; port: number },
  ): Promise<FaultProxy> {
    const proxy = new FaultProxy(name, port, target);
    proxy.server.listen(port, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** Resolves with the connection held at the first chunk that matches; rejects if `signal` aborts first. */
  watch(match: Match, signal: AbortSignal): Promise<Held> {
    return new Promise((resolve, reject) => {
      const watch = new Watch(match, (held) => {
        this.watches.delete(watch);
        resolve(held);
      });
      this.watches.add(watch);
      signal.addEventListener('abort', () => {
        this.watches.delete(watch);
        reject(signal.reason as Error);
      });
    });
  }

  /** Cuts open connections and refuses new ones until {@link reconnect}. */
  disconnect(): void {
    this.refusing = true;
    for (const socket of this.sockets) socket.destroy();
  }

  reconnect(): void {
    this.refusing = false;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.disconnect();
    await closed;
  }

  private async join(near: Socket): Promise<void> {
    near.on('error', () => undefined);
    if (this.refusing) {
      near.destroy();
      return;
    }
    const far = connect({ ...this.target, allowHalfOpen: true });
    far.on('error', () => undefined);
    for (const socket of [near, far]) {
      this.sockets.add(socket.setNoDelay(true));
      socket.once('close', () => this.sockets.delete(socket));
    }
    const memory = new Map<Watch, object>();
    await Promise.allSettled([
      this.carry(near, far, 'request', memory),
      this.carry(far, near, 'response', memory),
    ]);
    near.destroy();
    far.destroy();
  }

  /** Forwards chunk by chunk, with backpressure. A held chunk is still forwarded after its sender has disconnected. */
  private async carry(
    from: Socket,
    to: Socket,
    direction: Direction,
    memory: Map<Watch, object>,
  ): Promise<void> {
    try {
      for await (const chunk of from) {
        if ((await this.inspect(chunk as Buffer, direction, memory)) === 'cut') break;
        if (to.destroyed) return;
        if (!to.write(chunk as Buffer)) await drained(to);
      }
      if (to.writable) to.end();
    } finally {
      // A sender that disconnects also closes the other end, but only after held data has been sent.
      if (from.errored || !from.readableEnded) to.destroySoon();
    }
  }

  private async inspect(
    chunk: Buffer,
    direction: Direction,
    memory: Map<Watch, object>,
  ): Promise<'pass' | 'cut'> {
    for (const watch of [...this.watches]) {
      const held = watch.check(chunk, direction, memory);
      if (held) return held;
    }
    return 'pass';
  }
}

async function drained(socket: Socket): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]);
  } finally {
    over.abort();
  }
}
