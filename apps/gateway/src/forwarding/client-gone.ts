import type { ServerResponse } from 'node:http';

/** Aborts when the client disconnects before the end of its response. */
export function clientGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
