import type { IncomingMessage } from 'node:http';
import { BODY_BYTES } from '../files/body-size.js';
import type { BodyWatch } from './body-watch.js';
import { ClientGone, fileRequired, fileTooLarge } from './upload.errors.js';

/** A completely received body. Nothing in it has been parsed. */
export interface ReceivedBody {
  /** A view of the start of `buffer`. */
  bytes: Buffer;
  buffer: Buffer;
  contentType: string;
}

/**
 * Reads a multipart body to its end into `buffer`, never to disk. Stops at the size limit while reading,
 * whatever Content-Length says. Throws the client's error, {@link ClientGone}, or the signal's reason.
 */
export async function readUpload(
  request: IncomingMessage,
  contentType: string,
  watch: (onSlow: (rejection: Error) => void) => BodyWatch,
  buffer: Buffer,
  signal: AbortSignal,
): Promise<ReceivedBody> {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw fileRequired();
  return { bytes: await readBody(request, watch, buffer, signal), buffer, contentType };
}

/** Returns the whole body, a view of `buffer`. */
function readBody(
  request: IncomingMessage,
  startWatch: (onSlow: (rejection: Error) => void) => BodyWatch,
  buffer: Buffer,
  signal: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const watch = startWatch((rejection) => end(() => reject(rejection)));
    let total = 0;
    const onData = (chunk: Buffer) => {
      watch.received(chunk.length);
      if (total + chunk.length > BODY_BYTES) return end(() => reject(fileTooLarge()));
      chunk.copy(buffer, total);
      total += chunk.length;
    };
    const onEnd = () => end(() => resolve(buffer.subarray(0, total)));
    const onClose = () => end(() => reject(new ClientGone()));
    const onAbort = () => end(() => reject(signal.reason as Error));
    const end = (settle: () => void) => {
      watch.stop();
      // Without a listener, a flowing stream would discard its bytes as they arrive.
      request.pause();
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    request.on('error', onClose);
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else if (request.destroyed) onClose();
  });
}
