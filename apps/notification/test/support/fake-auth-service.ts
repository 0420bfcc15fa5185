import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describeSessionBody, mintPasswordLinkBody, recipientsBody } from '@caredrop/contracts/internal';
import { InternalIdentity } from '@caredrop/service-kit';
import { newIdentityKeys } from '@caredrop/testing';
import { publicKeys } from './keys.js';

export interface KnownUser {
  id: string;
  email: string;
  firstName: string;
  role: 'user' | 'admin';
  disabled?: boolean;
}

/** A fake auth service with users that a test can change. */
export class FakeAuthService {
  readonly users: KnownUser[] = [];
  /** Every link ever minted. */
  readonly minted: string[] = [];
  /** Sessions that it can describe. */
  readonly sessions: string[] = [];
  /** The request for which each link was minted. */
  readonly requestIds: (string | undefined)[] = [];
  /** Users for which it does not respond while they are listed. */
  readonly slow = new Set<string>();
  /** Returns 503 while true. */
  down = false;
  asked = 0;
  private readonly identity = new InternalIdentity('auth', newIdentityKeys().privateKey, publicKeys);
  private readonly server = createServer((request, response) => void this.handle(request, response));

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = (status: number, data: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ status: 'success', data }));
    const caller = await this.identity.verify((request.headers.authorization ?? '').replace('Bearer ', ''));
    if (this.down) return void answer(503, null);
    if (caller?.service !== 'notification') return void answer(401, null);
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    const { userId } = body as { userId: string };
    while (this.slow.has(userId) && this.server.listening) await setTimeout(10);
    if (request.url === '/internal/users/recipients') return void answer(200, this.recipients(body));
    if (request.url === '/internal/password-links/mint') return void answer(200, this.mint(body));
    if (request.url === '/internal/sessions/describe') return void answer(200, this.describe(body));
    return void answer(404, null);
  }

  private describe(body: unknown) {
    const { sessionId } = describeSessionBody.parse(body);
    if (!this.sessions.includes(sessionId)) return { outcome: 'gone' };
    const signedInAt = '2026-11-21T14:05:00.000Z';
    return { outcome: 'found', device: 'Chrome on Windows', network: '203.0.113.x', signedInAt };
  }

  private recipients(body: unknown) {
    const { userId, about } = recipientsBody.parse(body);
    const user = this.users.find(({ id }) => id === userId);
    const admins = this.users.filter(({ role, disabled }) => role === 'admin' && !disabled);
    if (!user) return { recipients: [] };
    const others = admins.filter(({ id }) => id !== userId);
    const wanted = about === 'new_admin' ? others : user.disabled && about === 'documents' ? admins : [user];
    const person = about === 'new_admin' ? { name: user.firstName, email: user.email } : undefined;
    const recipients = wanted.map(({ id, email, firstName }) => ({ userId: id, email, firstName }));
    return { recipients, person };
  }

  private mint(body: unknown) {
    const { userId, purpose, requestId } = mintPasswordLinkBody.parse(body);
    this.requestIds.push(requestId);
    const user = this.users.find(({ id }) => id === userId);
    if (!user || user.disabled) return { outcome: 'none' };
    const url = `https://drop.clinic.example/reset-password?token=secret${purpose}${String(this.minted.length)}Qx7`;
    this.minted.push(url);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    return { outcome: 'minted', url, email: user.email, firstName: user.firstName, expiresAt };
  }
}
