import { Controller, Get, Module, Post, Res } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import { jest } from '@jest/globals';
import { z } from 'zod';
import { success } from '@caredrop/contracts';
import {
  appError,
  Callers,
  createLogger,
  createService,
  CurrentPrincipal,
  HealthController,
  InternalClient,
  InternalIdentity,
  PrincipalSigner,
  READINESS,
  RecentProof,
  requestContext,
  Roles,
  ServiceCallFailed,
  type Principal,
} from '../src/index.js';

const ana: Principal = {
  userId: '6f8a1c1e-5f0a-4b53-9d38-0a52c1f1b001',
  sessionId: '6f8a1c1e-5f0a-4b53-9d38-0a52c1f1b002',
  role: 'user',
  firstName: 'Ana',
  lastName: 'Li',
  recentProof: true,
  teams: [],
  covers: [],
};

async function makeKeys() {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  return { privateJwk: await exportJWK(pair.privateKey), publicJwk: await exportJWK(pair.publicKey) };
}

@Controller()
class Routes {
  @Get('forgotten')
  forgotten() {
    return success({});
  }

  @Callers('gateway')
  @Post('open-to-gateway')
  open() {
    return success({ caller: requestContext.current()?.caller });
  }

  @Callers('gateway')
  @Post('mine')
  mine(@CurrentPrincipal() principal: Principal) {
    return success({ userId: principal.userId });
  }

  @Callers('gateway')
  @Roles('admin')
  @Post('admins')
  admins() {
    return success({});
  }

  @Callers('gateway')
  @RecentProof()
  @Post('proven')
  proven() {
    return success({});
  }

  @Callers('gateway')
  @Post('cut')
  cut(@Res() reply: FastifyReply) {
    reply.raw.writeHead(200, { 'content-length': 10 });
    reply.raw.write('half');
    throw new Error('broken in the middle');
  }

  @Callers('gateway')
  @Post('missing')
  missing() {
    throw appError('token_not_found');
  }
}

let gatewayKeys: { privateJwk: JWK; publicJwk: JWK };
let authKeys: { privateJwk: JWK; publicJwk: JWK };
let documentKeys: { privateJwk: JWK; publicJwk: JWK };
const lines: Record<string, unknown>[] = [];
let app: NestFastifyApplication;
let url: string;
const ready = jest.fn(() => Promise.resolve(true));

beforeAll(async () => {
  gatewayKeys = await makeKeys();
  authKeys = await makeKeys();
  documentKeys = await makeKeys();
  const own = await makeKeys();
  const identity = new InternalIdentity('token', own.privateJwk, knownKeys());
  @Module({
    controllers: [Routes, HealthController],
    providers: [{ provide: READINESS, useValue: ready }],
  })
  class TestModule {}
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  app = await createService(TestModule, { logger: createLogger('token', 'info', { write }), identity });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});

afterAll(async () => app.close());

const knownKeys = () => ({
  gateway: gatewayKeys.publicJwk,
  notification: gatewayKeys.publicJwk,
  auth: [authKeys.publicJwk],
  document: documentKeys.publicJwk,
});

const call = (path: string, token?: string, init: RequestInit = { method: 'POST' }) =>
  fetch(`${url}${path}`, { ...init, headers: token ? { authorization: `Bearer ${token}` } : {} });

const vouched = async (principal: Principal): Promise<Principal> => ({
  ...principal,
  voucher: await new PrincipalSigner(authKeys.privateJwk).sign(principal),
});

const tokenOf = async (service: string, principal: Principal | null = null, audience = 'token') =>
  new InternalIdentity(service, gatewayKeys.privateJwk, {}).tokenFor(
    audience,
    principal && (await vouched(principal)),
  );

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

/** A token that the gateway might have signed, with claims chosen by the test. */
async function signed(claims: Record<string, unknown>, header: object = {}): Promise<string> {
  const issuer = { iss: 'gateway', aud: 'token', iat: secondsAgo(0), exp: secondsAgo(-60), principal: null };
  return new SignJWT({ ...issuer, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'internal+jwt', ...header })
    .sign(await importJWK(gatewayKeys.privateJwk, 'EdDSA'));
}

async function unsigned(): Promise<string> {
  const [, claims] = (await signed({})).split('.');
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
}

/** Signs with HS256 and the public key as the secret: the classic algorithm confusion. */
async function withSharedSecret(): Promise<string> {
  const [, claims = ''] = (await signed({})).split('.');
  return new SignJWT(JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>)
    .setProtectedHeader({ alg: 'HS256', typ: 'internal+jwt' })
    .sign(Buffer.from(String(gatewayKeys.publicJwk.x), 'base64url'));
}

async function withOwnKey(): Promise<string> {
  const own = await makeKeys();
  const [, claims = ''] = (await signed({})).split('.');
  return new SignJWT(JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'internal+jwt', jwk: own.publicJwk })
    .sign(await importJWK(own.privateJwk, 'EdDSA'));
}

describe('internal identity', () => {
  it('a service whose dependency fails is alive but not ready', async () => {
    ready.mockRejectedValueOnce(new Error('password=hunter2'));
    const response = await call('/health/ready', undefined, {});
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('hunter2');
    expect((await call('/health/live', undefined, {})).status).toBe(200);
  });

  it('health checks need no token', async () => {
    expect((await call('/health/ready', undefined, {})).status).toBe(200);
    expect((await call('/health/live', undefined, {})).status).toBe(200);
  });

  it('a known caller may use a route that allows it', async () => {
    const response = await call('/open-to-gateway', await tokenOf('gateway'));
    expect(await response.json()).toEqual({ status: 'success', data: { caller: 'gateway' } });
  });

  it('a token is accepted only with the Bearer scheme', async () => {
    const authorization = `Basic ${await tokenOf('gateway')}`;
    const init = { method: 'POST', headers: { authorization } };
    expect((await fetch(`${url}/open-to-gateway`, init)).status).toBe(401);
  });

  it('a request without a token is refused, even with forged identity headers', async () => {
    const forged = { 'x-user-id': ana.userId, 'x-user-role': 'admin', 'x-forwarded-for': '127.0.0.1' };
    const response = await fetch(`${url}/mine`, { method: 'POST', headers: forged });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      status: 'fail',
      message: 'Please sign in',
      code: 'unauthorized',
    });
  });

  it('a caller whom the route does not allow is refused', async () => {
    expect((await call('/open-to-gateway', await tokenOf('notification'))).status).toBe(403);
  });

  it('a route without declared callers refuses even a known service', async () => {
    expect((await call('/forgotten', await tokenOf('gateway'), {})).status).toBe(403);
  });

  it('a token for another service is refused', async () => {
    expect((await call('/open-to-gateway', await tokenOf('gateway', null, 'document'))).status).toBe(401);
  });

  it('a token signed with an unknown key in the gateway’s name is refused', async () => {
    const stranger = await makeKeys();
    const token = await new InternalIdentity('gateway', stranger.privateJwk, {}).tokenFor('token', null);
    expect((await call('/open-to-gateway', token)).status).toBe(401);
  });

  it.each([
    ['an expired token', async () => signed({ iat: secondsAgo(120), exp: secondsAgo(60) })],
    ['a token without a principal claim', async () => signed({ principal: undefined })],
    ['a token older than a minute, whatever expiry it names', async () => signed({ iat: secondsAgo(600) })],
    ['a token made for another purpose', async () => signed({}, { typ: 'JWT' })],
    ['a token without a type', async () => signed({}, { typ: undefined })],
    ['an unsigned token', unsigned],
    ['a token signed with our public key as if it were a shared secret', withSharedSecret],
    ['a token that contains the key of the stranger who signed it', withOwnKey],
    ['a token without a time of issue', async () => signed({ iat: undefined })],
    ['a token without an issuer', async () => signed({ iss: undefined })],
    [
      'a token whose issuer is the name of an inherited object property',
      async () => signed({ iss: 'constructor' }),
    ],
    ['rubbish', async () => 'rubbish'],
  ])('the internal API refuses %s', async (_what, make) => {
    expect((await call('/open-to-gateway', await signed({}))).status).toBe(201);
    expect((await call('/open-to-gateway', await make())).status).toBe(401);
  });

  it('the user of a token is passed to the route', async () => {
    const response = await call('/mine', await tokenOf('gateway', ana));
    expect(await response.json()).toMatchObject({ data: { userId: ana.userId } });
    expect((await call('/mine', await tokenOf('gateway'))).status).toBe(401);
  });

  it('an admin route refuses other users', async () => {
    expect((await call('/admins', await tokenOf('gateway', ana))).status).toBe(403);
    expect((await call('/admins', await tokenOf('gateway', { ...ana, role: 'admin' }))).status).toBe(201);
    expect((await call('/admins', await tokenOf('gateway'))).status).toBe(401);
  });
});

describe('a route that requires a fresh proof', () => {
  const proven = async (principal: Principal | null) => {
    const response = await call('/proven', await tokenOf('gateway', principal));
    return [response.status, ((await response.json()) as { code?: string }).code];
  };

  it('a user with a fresh proof is served; without one the response is 403 proof_required', async () => {
    expect(await proven({ ...ana, recentProof: true })).toEqual([201, undefined]);
    expect(await proven({ ...ana, recentProof: false })).toEqual([403, 'proof_required']);
  });

  it('a call without a user gets a 401', async () => {
    expect(await proven(null)).toEqual([401, 'unauthorized']);
  });
});

describe('InternalClient', () => {
  const clientOf = (target: string) =>
    new InternalClient(new InternalIdentity('gateway', gatewayKeys.privateJwk, {}), { token: target });

  it('an internal client calls on behalf of the user of the current request', async () => {
    const client = clientOf(url);
    const context = { requestId: 'r-7', principal: await vouched(ana), publicOrigin: null, caller: null };
    const response = await requestContext.run(context, () =>
      client.post('token', '/mine', {}, z.object({ userId: z.string() })),
    );
    expect(response.userId).toBe(ana.userId);
    await client.close();
  });

  it('an internal client passes on a rejection by the called service', async () => {
    const client = clientOf(url);
    await expect(client.post('token', '/missing', {}, z.object({}))).rejects.toMatchObject({
      status: 404,
      message: 'Token not found',
    });
    await client.close();
  });

  it('an internal client treats a response that does not match the schema as a failed call', async () => {
    const client = clientOf(url);
    await expect(
      client.post('token', '/open-to-gateway', {}, z.object({ other: z.string() })),
    ).rejects.toBeInstanceOf(ServiceCallFailed);
    await client.close();
  });

  it('an internal client reports an unreachable service as 503', async () => {
    const client = clientOf('http://127.0.0.1:9');
    await expect(client.post('token', '/mine', {}, z.object({}))).rejects.toMatchObject({
      status: 503,
      upstreamStatus: null,
    });
    await client.close();
  });
});

describe('bodies and errors', () => {
  const post = async (body: string) =>
    fetch(`${url}/open-to-gateway`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf('gateway')}` },
    });

  it('an empty JSON body is accepted', async () => {
    expect((await post('')).status).toBe(201);
  });

  it('malformed JSON is refused with a request id', async () => {
    const response = await post('{"a":');
    expect(response.status).toBe(400);
    const body = (await response.json()) as { requestId: string };
    expect(body).toMatchObject({
      status: 'fail',
      message: 'The request could not be read',
      code: 'bad_request',
    });
    expect(response.headers.get('x-request-id')).toBe(body.requestId);
  });

  it('a response that fails after its start is cut off', async () => {
    const whole = call('/cut', await tokenOf('gateway')).then((response) => response.text());
    await expect(whole).rejects.toThrow();
  });

  it('an unknown path returns the error envelope', async () => {
    const response = await call('/nowhere', await tokenOf('gateway'), {});
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ status: 'fail', message: 'Not found', code: 'not_found' });
  });

  it('a request body over the limit is refused with 413', async () => {
    expect((await post(`"${'x'.repeat(300_000)}"`)).status).toBe(413);
  });
});
