import type { IncomingMessage } from 'node:http';

/**
 * Reads on, into nothing, after a refusal, so that the client gets to see the answer instead of a reset
 * connection; up to `bytes` and `withinMs`, then the connection is cut.
 */
export function drain(request: IncomingMessage, bytes: number, withinMs: number): void {
  if (request.complete || request.destroyed) return;
  let read = 0;
  const cut = () => void request.destroy();
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
