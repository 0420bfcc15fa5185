import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { success } from '@caredrop/contracts';
import type { InternalIdentity } from '@caredrop/service-kit';

/** Overrides a fake's response to a call. */
export type Fault = 'not received' | 'response lost' | void;

/** Handles a call; returning `undefined` gives a 404. */
export type Handler = (path: string, body: Record<string, unknown>) => unknown;

/**
 * A fake service: it speaks HTTP with our response envelope and identity check. `fault` may delay or drop a
 * call, or drop its response.
 */
export class InternalServer {
  private readonly server: Server;
  /** Called before each response; tests replace it. */
  fault: (path: string) => Promise<Fault> | Fault = () => undefined;

  constructor(
    private readonly identity: InternalIdentity,
    private readonly handle: Handler,
  ) {
    this.server = createServer((request, response) => void this.respond(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await read(request);
    const [, token = ''] = (request.headers.authorization ?? '').split(' ');
    if (!(await this.identity.verify(token))) return void response.writeHead(401).end('{}');
    const fault = await this.fault(path);
    if (fault === 'not received') return void request.socket.destroy();
    const data = this.handle(path, body);
    if (fault === 'response lost') return void request.socket.destroy();
    response.writeHead(data === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(success(data ?? null)));
  }
}

async function read(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
}
