import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A fake clamd that supports INSTREAM. Detects EICAR, or does what the test sets. */
export class FakeClamd {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  /** undefined: a normal verdict; a text: that text as the response; null: no response. */
  response: string | null | undefined;
  readonly scanned: number[] = [];
  /** A response that is sent before the whole file has arrived. */
  early: string | undefined;
  /** Never reads from the connection. */
  deaf = false;
  /** Cuts the connection after this many bytes. */
  breakAfter: number | undefined;

  constructor() {
    this.server = createServer((socket) => this.serve(socket));
  }

  async start(port = 0): Promise<this> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get url(): string {
    return `tcp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    if (this.deaf) return;
    if (this.breakAfter === 0) return void socket.destroy();
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (this.early !== undefined && !unwrap(received)) socket.write(`${this.early}\0`);
      if (this.breakAfter !== undefined && received.length > this.breakAfter) return void socket.destroy();
      const file = unwrap(received);
      if (file) this.reply(socket, file);
    });
  }

  private reply(socket: Socket, file: Buffer): void {
    this.scanned.push(file.length);
    if (this.response === null) return;
    const verdict = file.includes('EICAR-STANDARD') ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
    socket.end(`${this.response ?? verdict}\0`);
  }
}

/** The file inside a complete INSTREAM command. */
function unwrap(received: Buffer): Buffer | null {
  let at = 'zINSTREAM\0'.length;
  const chunks: Buffer[] = [];
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
