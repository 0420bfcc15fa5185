import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Reads on, into nothing, after a refusal, so that the client gets to see the answer instead of a reset
 * connection; up to `bytes` and `withinMs`, then the connection is cut, but not before the answer is out.
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
