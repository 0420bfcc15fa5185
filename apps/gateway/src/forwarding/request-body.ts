import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { limits } from '@caredrop/contracts';
import { appError, type AppError } from '@caredrop/service-kit';
import type { Route } from '../routing/routes.js';

const JSON_BYTES = 256 * 1024;
/**
 * The largest document plus comment and boundaries. The document service stops earlier and gives the reason.
 */
const UPLOAD_BYTES = limits.uploadBytes + 1024 * 1024;

/** How many bytes a call may send, and the error for more. */
function limitOf(route: Route): { bytes: number; rejection: () => AppError } {
  return route.rate === 'upload'
    ? { bytes: UPLOAD_BYTES, rejection: () => appError('file_too_large') }
    : { bytes: JSON_BYTES, rejection: () => appError('payload_too_large') };
}

/**
 * The body on its way to the service, never buffered as a whole; fails with 413 once it exceeds the route's
 * limit, whatever Content-Length says.
 */
export function passingBody(route: Route, source: IncomingMessage): Readable {
  const { bytes, rejection } = limitOf(route);
  return new PassingBody(source, bytes, rejection);
}

/**
 * Another stream over the same chunks, so that destroying it leaves the caller's connection open. Not a Transform,
 * whose two sides cost as much as reading and writing the socket.
 */
class PassingBody extends Readable {
  private seen = 0;
  private readonly onData = (chunk: Buffer) => this.passOn(chunk);
  private readonly onEnd = () => this.push(null);

  constructor(
    private readonly source: IncomingMessage,
    private readonly bytes: number,
    private readonly rejection: () => AppError,
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
    if (this.seen > this.bytes) this.destroy(this.rejection());
    else if (!this.push(chunk)) this.source.pause();
  }
}

/**
 * A small body, buffered completely before a service is called. A client that sends a sign-in slowly then occupies only
 * a socket here, not one of the few connections to a service. Throws 413, 408 after `withinMs`, and 400 when the client
 * disconnects.
 */
export function wholeBody(route: Route, source: IncomingMessage, withinMs: number): Promise<Buffer> {
  const { bytes, rejection } = limitOf(route);
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
      if (seen > bytes) end(() => reject(rejection()));
    };
    const onEnd = () => end(() => resolve(Buffer.concat(chunks)));
    const onClose = () => end(() => reject(appError('bad_request')));
    const timer = setTimeout(() => end(() => reject(tooSlow())), withinMs);
    source.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

const tooSlow = () => appError('bad_request', { status: 408 });

/** Rejects a JSON body by its declared length. Does not apply to uploads, whose link is checked before the body. */
export function rejectDeclaredLength(route: Route, headers: IncomingHttpHeaders): void {
  const { bytes, rejection } = limitOf(route);
  if (route.rate !== 'upload' && Number(headers['content-length'] ?? 0) > bytes) throw rejection();
}
