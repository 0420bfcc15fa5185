import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Fault for the next COMMIT: it does not reach the database, or it does and its response is lost. */
export type CommitFault = 'request lost' | 'response lost';

/** A proxy between the service and Postgres that can cut the connection around the COMMIT of an upload. */
export class PostgresProxy {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private fault: CommitFault | null = null;
  private away = false;
  /** Whether the database stays unreachable after the fault. */
  private thenAway = false;

  constructor(private readonly target: URL) {
    this.server = createServer((client) => this.serve(client));
  }

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  failNextCommit(fault: CommitFault, { thenAway = false } = {}): void {
    this.fault = fault;
    this.thenAway = thenAway;
  }

  goAway(): void {
    this.away = true;
    for (const socket of this.sockets) socket.destroy();
  }

  comeBack(): void {
    this.away = false;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private serve(client: Socket): void {
    if (this.away) return void client.destroy();
    const upstream = connect(Number(this.target.port), this.target.hostname);
    for (const socket of [client, upstream]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    let marked = false;
    client.on('data', (bytes) => {
      marked ||= bytes.includes('INSERT INTO ledger');
      const commits = marked && bytes.includes('COMMIT');
      if (commits) marked = false;
      this.forward(bytes, commits, client, upstream);
    });
    upstream.on('data', (bytes) => void client.write(bytes));
  }

  private forward(bytes: Buffer, commits: boolean, client: Socket, upstream: Socket): void {
    const fault = commits ? this.fault : null;
    if (!fault) return void upstream.write(bytes);
    this.fault = null;
    this.away = this.thenAway;
    if (fault === 'request lost') return this.cut(client);
    upstream.removeAllListeners('data');
    upstream.once('data', () => this.cut(client));
    upstream.write(bytes);
  }

  private cut(client: Socket): void {
    client.destroy();
    if (this.thenAway) this.goAway();
  }
}
