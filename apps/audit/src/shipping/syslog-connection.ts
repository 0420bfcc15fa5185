import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

const TIMEOUT_MS = 10_000;

/** A connection to a syslog receiver, over `tcp:` or over `tls:` with a verified certificate. */
export class SyslogConnection {
  private constructor(private readonly socket: Socket) {
    // A failure rejects the write in progress; between writes it sets `open` to false.
    socket.on('error', () => undefined);
    socket.resume();
  }

  /** Rejects when the receiver is unavailable or its certificate is not trusted. */
  static async open(url: string): Promise<SyslogConnection> {
    const { protocol, hostname, port } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    const secure = protocol === 'tls:';
    const socket = secure
      ? connectTls({ host, port: Number(port || 6514), servername: host })
      : connectTcp({ host, port: Number(port || 514) });
    try {
      await once(socket, secure ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      socket.on('error', () => undefined);
      socket.destroy();
      throw error;
    }
    return new SyslogConnection(socket);
  }

  get open(): boolean {
    return !this.socket.destroyed && this.socket.writable && !this.socket.readableEnded;
  }

  /** Resolves when the operating system has accepted the whole text. Rejects when the connection is lost or stalls. */
  async send(text: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.socket.destroy(new Error('the syslog receiver stopped reading the connection'));
      }, TIMEOUT_MS);
      this.socket.write(text, (error) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      });
    });
  }

  close(): void {
    this.socket.destroySoon();
  }
}
