import { connect, type Socket } from 'node:net';

/** Delay between the bytes of a slow client. */
const DRIP_MS = 200;

/** A connection that sends the start of a request and then almost nothing. */
export class SlowClient {
  private readonly socket: Socket;
  private readonly dripping: NodeJS.Timeout | undefined;
  private received = '';

  /** `drip` is sent repeatedly; without it the client goes silent. */
  constructor(url: string, beginning: string, drip?: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port) });
    this.socket.on('data', (data) => (this.received += data.toString('latin1')));
    this.socket.on('error', () => undefined); // Cut off, as it should be.
    this.socket.write(beginning);
    if (drip) this.dripping = setInterval(() => this.socket.write(drip), DRIP_MS);
  }

  /** Whether the connection is still open: neither rejected nor ended. */
  get open(): boolean {
    return !this.socket.destroyed && this.socket.writable;
  }

  get response(): string {
    return this.received.split('\r\n')[0] ?? '';
  }

  leave(): void {
    clearInterval(this.dripping);
    this.socket.destroy();
  }
}

/** The start of an upload that declares 4 MB. */
export function uploadHead(url: string, link: string): string {
  const part = '--b\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
  return `POST /api/upload/${link} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 4000000\r\n\r\n${part}`;
}

/** The start of a sign-in whose body never ends. */
export function signInHead(url: string): string {
  return `POST /api/auth/login HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{"email":"`;
}
