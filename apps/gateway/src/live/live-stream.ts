import { PassThrough } from 'node:stream';
import type { Principal } from '@caredrop/service-kit';

/** A reader this far behind is cut; it comes back and asks for everything anew. */
const MOST_BYTES_WAITING = 64 * 1024;

/** One open page: a server-sent event stream (`text/event-stream`) and the person it belongs to. */
export class LiveStream {
  readonly body = new PassThrough();

  constructor(readonly principal: Principal) {
    // An empty line first: headers reach the page at once.
    this.write(': open\n\n');
  }

  /** `name` with JSON as its data. */
  tell(name: 'change' | 'refetch' | 'ended', data: object = {}): void {
    this.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** A comment: shows both sides and everything between that the connection lives. */
  beat(): void {
    this.write(': beat\n\n');
  }

  end(): void {
    this.body.end();
  }

  private write(text: string): void {
    if (this.body.writableEnded || this.body.destroyed) return;
    this.body.write(text);
    if (this.body.writableLength + this.body.readableLength > MOST_BYTES_WAITING) this.body.destroy();
  }
}
