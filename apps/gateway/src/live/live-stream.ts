import { PassThrough } from 'node:stream';
import type { Principal } from '@caredrop/service-kit';

/** A client with more unsent data than this is disconnected; it reconnects and refetches everything. */
const MAX_BYTES_WAITING = 64 * 1024;

/** One open page: a server-sent event stream (`text/event-stream`) and its user. */
export class LiveStream {
  readonly body = new PassThrough();

  /** `principal`: as the session was last checked. */
  constructor(public principal: Principal) {
    // Starts with a comment, so that the headers reach the page at once.
    this.write(': open\n\n');
  }

  /** Sends the event `name` with JSON as its data. */
  tell(name: 'change' | 'refetch' | 'ended', data: object = {}): void {
    this.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Sends a comment, which shows both sides and every proxy that the connection is alive. */
  beat(): void {
    this.write(': beat\n\n');
  }

  end(): void {
    this.body.end();
  }

  private write(text: string): void {
    if (this.body.writableEnded || this.body.destroyed) return;
    this.body.write(text);
    if (this.body.writableLength + this.body.readableLength > MAX_BYTES_WAITING) this.body.destroy();
  }
}
