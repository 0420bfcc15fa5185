import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands before the broker so that a test can take it away (connections cut and refused) and bring it back. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  private port = 0;

  private constructor(private readonly target: URL) {}

  static async before(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(url));
    await proxy.bringBack();
    return proxy;
  }

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.toString();
  }

  async takeAway(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve) ?? resolve(null));
    for (const socket of this.sockets) socket.destroy();
    this.server = null;
    await closed;
  }

  async bringBack(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      this.join(near, far);
      this.join(far, near);
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
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
