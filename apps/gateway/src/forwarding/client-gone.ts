import type { ServerResponse } from 'node:http';

/** Aborts when the caller leaves before it has its whole answer. */
export function clientGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
