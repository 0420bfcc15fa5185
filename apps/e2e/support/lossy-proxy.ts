import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy to the stack that can drop responses to uploads after the request has passed completely. */
export interface LossyProxy {
  url: string;
  loseResponses: boolean;
  close(): Promise<void>;
}

/**
 * Starts a proxy because Playwright's own routes abort a request before its body is sent: the page would
 * correctly report "not sent".
 */
export async function startLossyProxy(stackUrl: string): Promise<LossyProxy> {
  const server = createServer((incoming, outgoing) => {
    const forwarded = request(new URL(incoming.url ?? '/', stackUrl), {
      method: incoming.method,
      headers: incoming.headers,
    });
    forwarded.on('response', (response) => {
      if (proxy.loseResponses && incoming.url?.startsWith('/api/upload/')) return incoming.socket.destroy();
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: LossyProxy = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    loseResponses: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
