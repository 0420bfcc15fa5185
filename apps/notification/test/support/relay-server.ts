import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RelayServer {
  url: string;
  stop: () => Promise<void>;
}

/**
 * Starts a server that reads each request's body and passes it to `handle`. When that fails, the caller loses the
 * connection.
 */
export async function startRelayServer(
  handle: (request: IncomingMessage, body: string, response: ServerResponse) => Promise<void>,
): Promise<RelayServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      // The service behind it may be stopping, as at the end of every test.
      handle(request, Buffer.concat(chunks).toString(), response).catch(() => response.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Forwards a request to `target` and its response back. */
export async function passOn(
  request: IncomingMessage,
  body: string,
  response: ServerResponse | null,
  target: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const wanted = ['authorization', 'content-type', 'x-twilio-signature'];
  const given = wanted.flatMap((name) =>
    request.headers[name] ? [[name, String(request.headers[name])]] : [],
  );
  const reply = await fetch(target, {
    method: request.method,
    headers: { ...(Object.fromEntries(given) as Record<string, string>), ...headers },
    ...(request.method === 'POST' && { body }),
  });
  const text = await reply.text();
  const type = reply.headers.get('content-type') ?? 'text/plain';
  response?.writeHead(reply.status, { 'content-type': type }).end(text);
  return reply.status;
}
