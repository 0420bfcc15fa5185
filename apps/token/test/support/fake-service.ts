import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errors, failure, success } from '@caredrop/contracts';

type Handler = (body: Record<string, unknown>) => unknown;

/**
 * A fake of another service: returns what the test sets for a path, in the response envelope, and 404 for any other
 * path.
 */
export class FakeService {
  private readonly handlers = new Map<string, Handler>();
  private server: Server | undefined;
  readonly calls: { path: string; body: Record<string, unknown>; authorization: string | undefined }[] = [];
  url = '';

  async start(): Promise<this> {
    this.server = createServer((request, response) => {
      void this.respond(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  /** Sets the response for `path`; a handler that throws returns 503. */
  on(path: string, handler: Handler): this {
    this.handlers.set(path, handler);
    return this;
  }

  /** Removes the response for `path`, which then returns 404. */
  off(path: string): void {
    this.handlers.delete(path);
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  private async respond(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const path = request.url ?? '';
    const body = JSON.parse((await text(request)) || '{}') as Record<string, unknown>;
    this.calls.push({ path, body, authorization: request.headers.authorization });
    const handler = this.handlers.get(path);
    if (!handler) return { status: 404, body: rejection('not_found') };
    try {
      return { status: 200, body: success(await handler(body)) };
    } catch {
      return { status: 503, body: rejection('service_unavailable') };
    }
  }
}

const rejection = (code: 'not_found' | 'service_unavailable') =>
  failure({ status: errors[code].status, code, message: errors[code].text }, 'r');

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
