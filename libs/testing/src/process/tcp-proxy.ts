import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.js';

const usualPorts: Record<string, number> = { 'postgresql:': 5432, 'postgres:': 5432, 'amqp:': 5672 };

/**
 * A proxy in front of a server that lets a test make the server unavailable (connections cut and refused) and
 * restore it.
 */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;

  private constructor(
    private readonly target: URL,
    private readonly port: number,
  ) {}

  static async before(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(url), await freePort());
    await proxy.bringBack();
    return proxy;
  }

  /** The server's URL through the proxy; it stays the same. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.toString();
  }

  async takeAway(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Forwards nothing more on the current connections, but keeps them open, as if the server had vanished. */
  freeze(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  async bringBack(): Promise<void> {
    if (this.server) return;
    const server = createServer((near) => {
      const far = connect(this.targetPort, this.target.hostname);
      this.join(near, far);
      this.join(far, near);
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.server = server;
  }

  private get targetPort(): number {
    return Number(this.target.port) || (usualPorts[this.target.protocol] ?? 80);
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
  }
}
