import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** A string is sent as is, anything else as JSON. */
  body?: unknown;
}

export interface Asked {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
  /** The groups captured by the route's pattern. */
  params: string[];
}

/** `METHOD`, a pattern for the whole path, and the handler. */
export type Route = [method: string, path: RegExp, handle: (asked: Asked) => Reply | Promise<Reply>];

/** Serves a few routes on 127.0.0.1, which is all that the emulators need. Unknown paths return 404. */
export async function startSmallServer(port: number, routes: Route[]): Promise<Server> {
  const server = createServer((request, response) => {
    void respond(routes, request).then(
      (result) => {
        send(response, result);
      },
      (error: unknown) => {
        send(response, { status: 500, body: { message: String(error) } });
      },
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Closes a server without waiting for browsers that keep their connections open. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

async function respond(routes: Route[], request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  for (const [method, path, handle] of routes) {
    const match = path.exec(url.pathname);
    if (!match || method !== request.method) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const params = match.slice(1).map(decodeURIComponent);
    return handle({ method, url, headers: request.headers, body: Buffer.concat(chunks).toString(), params });
  }
  return { status: 404, body: { message: 'Not found' } };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Reply): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(text);
}
