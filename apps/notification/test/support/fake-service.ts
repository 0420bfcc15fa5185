import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InternalIdentity } from '@caredrop/service-kit';
import { newIdentityKeys } from '@caredrop/testing';
import { publicKeys } from './keys.js';

/** A fake of another service, which responds to this one in the envelope and refuses every other caller. */
export abstract class FakeService {
  /** Returns 503 while true. */
  down = false;
  private readonly identity: InternalIdentity;
  private readonly server = createServer((request, response) => void this.handle(request, response));

  constructor(name: string) {
    this.identity = new InternalIdentity(name, newIdentityKeys().privateKey, publicKeys);
  }

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get listening(): boolean {
    return this.server.listening;
  }

  /** The data of the response; undefined for a path that the service does not have. */
  protected abstract respond(path: string, body: unknown): unknown;

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const reply = (status: number, data: unknown = null) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ status: 'success', data }));
    const caller = await this.identity.verify((request.headers.authorization ?? '').replace('Bearer ', ''));
    if (this.down) return reply(503);
    if (caller?.service !== 'notification') return reply(401);
    const data = await this.respond(request.url ?? '', JSON.parse(Buffer.concat(chunks).toString()));
    reply(data === undefined ? 404 : 200, data);
  }
}
