import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InternalIdentity, type Caller } from '@caredrop/service-kit';
import type { KeyPair } from '@caredrop/testing';

/** One request as a service received it. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  caller: Caller | null;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * A real HTTP server in place of a service: checks internal identity as services do, and records requests.
 */
export class Upstream {
  readonly received: Received[] = [];
  private handler: Handler = (request, response) => echo(request, response);
  private server!: Server;
  private port = 0;

  private constructor(private readonly identity: InternalIdentity) {}

  /** `known`: public keys of the gateway, which calls, and of auth, which vouches for users. */
  static async start(
    name: string,
    keys: KeyPair,
    known: Record<'gateway' | 'auth', KeyPair['publicKey']>,
  ): Promise<Upstream> {
    const upstream = new Upstream(new InternalIdentity(name, keys.privateKey, known));
    await upstream.listen();
    return upstream;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Sets how the next requests are handled; by default they are echoed. */
  respondWith(handler: Handler): void {
    this.handler = handler;
  }

  reset(): void {
    this.received.length = 0;
    this.respondWith(echo);
  }

  /** Starts to listen, on the previous port if there was one. */
  async listen(): Promise<void> {
    this.server = createServer((request, response) => {
      // The gateway disconnected during the request: what the tests check is recorded already.
      this.handle(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Closes all connections at once, as after kill -9. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const caller = await this.identity.verify(token);
    const { method = '', url = '', headers } = request;
    this.received.push({ method, url, headers, caller });
    if (caller) await this.handler(request, response);
    else json(response, 401, { status: 'fail', message: 'no identity' });
  }
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}

export async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await read(request)).toString();
  json(response, 200, { status: 'success', data: { method: request.method, url: request.url, body } });
}
