import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { limits, messages } from '@caredrop/contracts';
import { AppError, badRequest } from '@caredrop/service-kit';
import type { Route } from '../routing/routes.js';

const JSON_BYTES = 256 * 1024;
/** The largest document and room for comment and boundaries. The document service cuts sooner and says why. */
const UPLOAD_BYTES = limits.uploadBytes + 1024 * 1024;

/** Does this request carry a body? */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** How many bytes a call may carry, and what is said to more. */
function limitOf(route: Route): { bytes: number; refusal: () => AppError } {
  return route.rate === 'upload'
    ? { bytes: UPLOAD_BYTES, refusal: () => new AppError(413, 'file_too_large', messages.upload.tooLarge) }
    : { bytes: JSON_BYTES, refusal: () => new AppError(413, 'payload_too_large', messages.general.tooLarge) };
}

/**
 * The body on its way to the service, never held as a whole, failing with 413 once it outgrows the route's
 * limit whatever Content-Length said.
 */
export function passingBody(route: Route, source: IncomingMessage): Readable {
  const { bytes, refusal } = limitOf(route);
  return new PassingBody(source, bytes, refusal);
}

/**
 * Another stream over the same chunks, so that ending it leaves the caller's connection alone. Not a Transform, whose
 * two sides cost as much again as reading and writing the socket.
 */
class PassingBody extends Readable {
  private seen = 0;
  private readonly onData = (chunk: Buffer) => this.passOn(chunk);
  private readonly onEnd = () => this.push(null);

  constructor(
    private readonly source: IncomingMessage,
    private readonly bytes: number,
    private readonly refusal: () => AppError,
  ) {
    super();
    source.on('data', this.onData).on('end', this.onEnd).pause();
  }

  override _read(): void {
    this.source.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.source.off('data', this.onData).off('end', this.onEnd).pause();
    done(error);
  }

  private passOn(chunk: Buffer): void {
    this.seen += chunk.length;
    if (this.seen > this.bytes) this.destroy(this.refusal());
    else if (!this.push(chunk)) this.source.pause();
  }
}

/**
 * A small body, whole: only then is a service asked. A caller that drips a sign-in holds a socket here and no
 * connection to a service, of which there are few. Throws 413, 408 after `withinMs`, 400 when the caller leaves.
 */
export function wholeBody(route: Route, source: IncomingMessage, withinMs: number): Promise<Buffer> {
  const { bytes, refusal } = limitOf(route);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let seen = 0;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      source.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      settle();
    };
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      seen += chunk.length;
      if (seen > bytes) end(() => reject(refusal()));
    };
    const onEnd = () => end(() => resolve(Buffer.concat(chunks)));
    const onClose = () => end(() => reject(badRequest(messages.general.unreadable, 'bad_request')));
    const timer = setTimeout(() => end(() => reject(tooSlow())), withinMs);
    source.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

const tooSlow = () => new AppError(408, 'request_timeout', messages.general.unreadable);

/** Refuses a JSON body by its declared length. Uploads are not: the link is judged before the body (api.md §2.6). */
export function refuseDeclaredLength(route: Route, headers: IncomingHttpHeaders): void {
  const { bytes, refusal } = limitOf(route);
  if (route.rate !== 'upload' && Number(headers['content-length'] ?? 0) > bytes) throw refusal();
}
