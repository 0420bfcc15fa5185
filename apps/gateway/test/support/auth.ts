import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT, type JWTPayload } from 'jose';
import type { Role } from '@caredrop/contracts';
import { PrincipalSigner } from '@caredrop/service-kit';
import { newSessionKeys, type KeyPair } from '@caredrop/testing';
import { json, read, type Upstream } from './upstream.js';

/** What a user may see beyond their own links. */
interface Access {
  teams: string[];
  covers: string[];
}

interface Session {
  user: { id: string; role: Role; firstName: string; lastName: string } & Access;
  ended: boolean;
  recentProof: boolean;
}

/** A fake auth service for the gateway: publishes keys and checks sessions. */
export class FakeAuth {
  keys = [newSessionKeys('k1')];
  readonly sessions = new Map<string, Session>();
  readonly checks: { sessionId: string; activity: boolean }[] = [];
  keysAsked = 0;
  /** Its keys cannot be fetched. */
  keyless = false;

  /** False: responds like version 0.1, without a voucher. */
  vouches = true;
  private readonly signer: PrincipalSigner;

  constructor(
    readonly upstream: Upstream,
    identityKey: KeyPair['privateKey'],
  ) {
    this.signer = new PrincipalSigner(identityKey);
    this.attach();
  }

  attach(): void {
    this.upstream.respondWith(async (request, response) => {
      const body = (await read(request)).toString();
      if (request.url === '/jwks') return this.publish(response);
      if (request.url !== '/internal/sessions/check')
        return json(response, 200, { status: 'success', data: { url: request.url, body } });
      const check = JSON.parse(body) as { sessionId: string; activity: boolean };
      this.checks.push(check);
      json(response, 200, { status: 'success', data: await this.verdict(check.sessionId) });
    });
  }

  /** Starts a session and returns it with its bearer token. */
  async signIn(
    role: Role = 'user',
    access: Partial<Access> = {},
  ): Promise<{ sessionId: string; userId: string; bearer: string }> {
    const sessionId = randomUUID();
    const names = { firstName: 'Ana', lastName: 'Lindqvist' };
    const user = { id: randomUUID(), role, ...names, teams: [], covers: [], ...access };
    this.sessions.set(sessionId, { user, ended: false, recentProof: false });
    return { sessionId, userId: user.id, bearer: await this.jwt({ sub: user.id, sid: sessionId }) };
  }

  /** Changes the teams and covers of a user who is signed in. */
  change(sessionId: string, change: Partial<Pick<Session['user'], 'teams' | 'covers'>>): void {
    Object.assign(this.sessions.get(sessionId)?.user ?? {}, change);
  }

  end(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    if (session) session.ended = true;
  }

  giveAccess(sessionId: string, access: Access): void {
    const session = this.sessions.get(sessionId);
    if (session) Object.assign(session.user, access);
  }

  /** Puts the session into the state after `POST /auth/proof`. */
  prove(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    if (session) session.recentProof = true;
  }

  /** Signs a token as auth does; `change` replaces parts of it. */
  async jwt(
    claims: JWTPayload,
    change: { key?: KeyPair; claims?: JWTPayload; header?: object } = {},
  ): Promise<string> {
    const key = change.key ?? this.keys[0];
    if (!key) throw new Error('auth has no key');
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: 'caredrop', aud: 'caredrop', iat: now, exp: now + 3600 };
    return new SignJWT({ ...usual, ...claims, ...change.claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'session+jwt', kid: key.privateKey.kid, ...change.header })
      .sign(await importJWK(key.privateKey, 'ES256'));
  }

  private publish(response: Parameters<typeof json>[0]): void {
    this.keysAsked++;
    if (this.keyless) return json(response, 503, {});
    json(response, 200, { keys: this.keys.map(({ publicKey }) => publicKey) });
  }

  private async verdict(sessionId: string) {
    const session = this.sessions.get(sessionId);
    if (!session || session.ended) return { outcome: 'ended' };
    const { user, recentProof } = session;
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    const { id: userId, ...person } = user;
    const voucher = await this.signer.sign({ userId, ...person, sessionId, recentProof });
    return { outcome: 'alive', user, endsAt, recentProof, ...(this.vouches && { voucher }) };
  }
}
