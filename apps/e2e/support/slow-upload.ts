import { connect, type Socket } from 'node:net';

/** An upload whose timing the test controls. */
export class SlowUpload {
  private readonly socket: Socket;
  private received = '';
  private readonly closed: Promise<void>;

  /** Sends the head of a request that declares `size` bytes of PDF, and the first bytes of the file. */
  constructor(url: string, link: string, size: number, headers: string[] = []) {
    const { hostname, port } = new URL(url);
    const part = `--b\r\nContent-Disposition: form-data; name="document"; filename="slow.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
    const start = `${part}%PDF-1.7\n`;
    const end = '\r\n--b--\r\n';
    this.remaining = size - '%PDF-1.7\n'.length;
    this.socket = connect({ host: hostname, port: Number(port) });
    this.socket.on('data', (data) => (this.received += data.toString()));
    this.closed = new Promise((resolve) =>
      this.socket.on('close', () => resolve()).on('error', () => resolve()),
    );
    const length = part.length + size + end.length;
    const head = [
      `POST /api/upload/${link} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${length}`,
      ...headers,
    ];
    this.socket.write(`${head.join('\r\n')}\r\n\r\n${start}`);
  }

  private remaining: number;

  /** Bytes of the file that have not been sent yet. */
  get unsent(): number {
    return this.remaining;
  }

  send(bytes: number): void {
    const now = Math.min(bytes, this.remaining);
    this.remaining -= now;
    this.socket.write(Buffer.alloc(now, 32));
  }

  finish(): void {
    this.send(this.remaining);
    this.socket.write('\r\n--b--\r\n');
  }

  /** The response's status; 0 when the connection ended without a response. */
  async status(): Promise<number> {
    const answered = new Promise<void>((resolve) => {
      const look = () => this.received.includes('\r\n') && resolve();
      this.socket.on('data', look);
      look();
    });
    await Promise.race([answered, this.closed]);
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(this.received)?.[1] ?? 0);
  }

  vanish(): void {
    this.socket.destroy();
  }
}
