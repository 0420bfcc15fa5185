import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Reads and discards the rest of the body after an error, so that the client sees the response instead of a
 * connection reset; up to `bytes` and `withinMs`, then cuts the connection, but not before the response is
 * sent.
 */
export function drain(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: number,
  withinMs: number,
): void {
  if (request.complete || request.destroyed) return;
  let read = 0;
  const cut = () => {
    request.pause();
    if (response.writableFinished) request.destroy();
    else response.once('finish', () => request.destroy());
  };
  const timer = setTimeout(cut, withinMs);
  request.on('error', () => undefined);
  request.on('close', () => clearTimeout(timer));
  request.on('end', () => clearTimeout(timer));
  request.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > bytes) cut();
  });
  request.resume();
}
