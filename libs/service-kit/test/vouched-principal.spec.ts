import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Controller, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { importJWK, SignJWT } from 'jose';
import { register } from 'prom-client';
import { roles, success } from '@caredrop/contracts';
import { newIdentities, newIdentityKeys, publicKeysOf, type KeyPair } from '@caredrop/testing';
import {
  Callers,
  createLogger,
  createService,
  CurrentPrincipal,
  InternalIdentity,
  PrincipalSigner,
  Roles,
  type Principal,
} from '../src/index.js';

const keys = newIdentities('gateway', 'auth', 'token', 'document', 'notification', 'audit');
type Service = keyof typeof keys;
const services: Service[] = ['auth', 'token', 'document', 'notification', 'audit'];
const SECOND = 1000;

const ana: Principal = {
  userId: randomUUID(),
  sessionId: randomUUID(),
  role: 'user',
  firstName: 'Ana',
  lastName: 'Li',
  recentProof: false,
  teams: [],
  covers: [],
};

@Controller()
class Routes {
  @Callers('gateway')
  @Roles(...roles)
  @Post('me')
  me(@CurrentPrincipal() { voucher: _voucher, ...principal }: Principal) {
    return success(principal);
  }
}

@Module({ controllers: [Routes] })
class TestModule {}

const lines: Record<string, unknown>[] = [];
const apps = new Map<Service, NestFastifyApplication>();

beforeAll(async () => {
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  for (const service of services) {
    const identity = new InternalIdentity(service, keys[service].privateKey, publicKeysOf(keys));
    const app = await createService(TestModule, {
      logger: createLogger(service, 'info', { write }),
      identity,
    });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    apps.set(service, app);
  }
});

afterAll(() => Promise.all([...apps.values()].map((app) => app.close())));

afterEach(() => jest.restoreAllMocks());

/** Freezes the clock of this process at a time `milliseconds` from now. */
function laterBy(milliseconds: number): void {
  const then = Date.now() + milliseconds;
  jest.spyOn(Date, 'now').mockImplementation(() => then);
}

const vouch = (principal: Principal, signer: KeyPair = keys.auth) =>
  new PrincipalSigner(signer.privateKey).sign(principal);

/** A token signed by the gateway's own key, with claims chosen by the gateway. */
async function gatewayToken(audience: string, claims: object): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  return new SignJWT({ principal: null, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'internal+jwt' })
    .setIssuer('gateway')
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .sign(await importJWK(keys.gateway.privateKey, 'EdDSA'));
}

async function ask(token: string, service: Service = 'token') {
  const app = apps.get(service) as NestFastifyApplication;
  const response = await app.inject({
    method: 'POST',
    url: '/me',
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.statusCode, body: response.json<{ code?: string; data?: Principal }>() };
}

async function rejections(reason: string): Promise<number> {
  const metric = await register.getSingleMetric('principals_refused_total')?.get();
  return metric?.values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Changes the voucher's payload but keeps its signature. */
async function changed(change: object): Promise<string> {
  const [header, payload = '', signature] = (await vouch(ana)).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { principal: Principal };
  return `${header}.${part({ ...claims, principal: { ...claims.principal, ...change } })}.${signature}`;
}

/** A token that auth has signed, but not as it signs vouchers. */
async function otherwiseSigned(header: object, claims: object = {}): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  const usual = { principal: ana, iss: 'auth', sub: ana.userId, iat: seconds, exp: seconds + 55 };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'principal+jwt', ...header })
    .sign(await importJWK(keys.auth.privateKey, 'EdDSA'));
}

describe.each(services)('the service %s', (service) => {
  it('a user vouched for by auth is accepted from the gateway', async () => {
    const { status, body } = await ask(await gatewayToken(service, { voucher: await vouch(ana) }), service);
    expect(status).toBe(201);
    expect(body.data).toEqual(ana);
  });

  it('a user named only by the gateway is refused with 401, counted and logged', async () => {
    const before = await rejections('unvouched');
    const { voucher: _none, ...claimed } = { ...ana, role: 'admin', recentProof: true };
    const { status, body } = await ask(await gatewayToken(service, { principal: claimed }), service);
    expect(status).toBe(401);
    expect(body).toMatchObject({ status: 'fail', code: 'unauthorized' });
    expect(await rejections('unvouched')).toBe(before + 1);
    const logged = lines.filter((line) => line.service === service);
    expect(logged).toContainEqual(expect.objectContaining({ caller: 'gateway', reason: 'unvouched' }));
    expect(JSON.stringify(logged)).not.toContain(ana.userId);
  });
});

describe('a voucher', () => {
  const forgeries: [string, () => Promise<string>][] = [
    ["signed with the gateway's own key", () => vouch(ana, keys.gateway)],
    ["signed with the document service's key", () => vouch(ana, keys.document)],
    ['signed with an unknown key', () => vouch(ana, newIdentityKeys())],
    ['with a raised role', () => changed({ role: 'admin' })],
    ['of another person', () => changed({ userId: randomUUID() })],
    ['of another session', () => changed({ sessionId: randomUUID() })],
    ['with a proof added', () => changed({ recentProof: true })],
    ['without its signature', async () => (await vouch(ana)).replace(/[^.]+$/, '')],
    ['unsigned, alg none', async () => `${part({ alg: 'none' })}.${(await vouch(ana)).split('.')[1] ?? ''}.`],
    ["that is auth's own internal token", () => otherwiseSigned({ typ: 'internal+jwt' })],
    ['without a type', () => otherwiseSigned({ typ: undefined })],
    ['of another issuer', () => otherwiseSigned({}, { iss: 'gateway' })],
    ['without an expiry', () => otherwiseSigned({}, { exp: undefined })],
    ['without a time of issue', () => otherwiseSigned({}, { iat: undefined })],
    ['with a role that does not exist', () => otherwiseSigned({}, { principal: { ...ana, role: 'owner' } })],
    ['without a principal', () => otherwiseSigned({}, { principal: undefined })],
    ['that is empty', async () => ''],
  ];

  it.each(forgeries)('a voucher %s is refused', async (_what, forge) => {
    expect((await ask(await gatewayToken('token', { voucher: await otherwiseSigned({}) }))).status).toBe(201);
    const before = await rejections('not_genuine');
    expect((await ask(await gatewayToken('token', { voucher: await forge() }))).status).toBe(401);
    expect(await rejections('not_genuine')).toBe(before + 1);
  });

  it('the voucher takes precedence over the user that the gateway names', async () => {
    const claimed = { ...ana, userId: randomUUID(), role: 'admin', recentProof: true };
    const token = await gatewayToken('token', { principal: claimed, voucher: await vouch(ana) });
    expect((await ask(token)).body.data).toEqual(ana);
  });

  it('a voucher expires within a minute of being signed', async () => {
    const voucher = await vouch(ana);
    laterBy(54 * SECOND);
    expect((await ask(await gatewayToken('token', { voucher }))).status).toBe(201);
    const before = await rejections('expired');
    laterBy(6 * SECOND);
    expect((await ask(await gatewayToken('token', { voucher }))).status).toBe(401);
    expect(await rejections('expired')).toBe(before + 1);
  });

  it('an accepted voucher is refused after its expiry, even if its token is still valid', async () => {
    const voucher = await vouch(ana);
    laterBy(50 * SECOND);
    const token = await gatewayToken('token', { voucher });
    expect((await ask(token)).status).toBe(201);
    laterBy(10 * SECOND);
    expect((await ask(token)).status).toBe(401);
  });

  it('a voucher with a later expiry is still refused after a minute', async () => {
    const minuteAgo = Math.floor(Date.now() / 1000) - 61;
    const voucher = await otherwiseSigned({}, { iat: minuteAgo, exp: minuteAgo + 3600 });
    expect((await ask(await gatewayToken('token', { voucher }))).status).toBe(401);
  });

  it('a voucher signed by either key of auth is accepted during a key rotation', async () => {
    const next = newIdentityKeys();
    const known = { ...publicKeysOf(keys), auth: [next.publicKey, keys.auth.publicKey] };
    const identity = new InternalIdentity('token', keys.token.privateKey, known);
    for (const signer of [keys.auth, next]) {
      const token = await gatewayToken('token', { voucher: await vouch(ana, signer) });
      await expect(identity.verify(token)).resolves.toMatchObject({ principal: { userId: ana.userId } });
    }
  });

  it('a service forwards the voucher when it calls another service', async () => {
    const gateway = new InternalIdentity('gateway', keys.gateway.privateKey, {});
    const token = new InternalIdentity('token', keys.token.privateKey, publicKeysOf(keys));
    const notification = new InternalIdentity(
      'notification',
      keys.notification.privateKey,
      publicKeysOf(keys),
    );
    const incoming = await gateway.tokenFor('token', { ...ana, voucher: await vouch(ana) });
    const forwarded = await token.tokenFor('notification', (await token.verify(incoming))?.principal ?? null);
    await expect(notification.verify(forwarded)).resolves.toMatchObject({
      service: 'token',
      principal: { userId: ana.userId },
    });
  });
});

describe('the voucher signer', () => {
  it('a voucher is reused for the same principal for 25 seconds', async () => {
    const signer = new PrincipalSigner(keys.auth.privateKey);
    const first = await signer.sign(ana);
    laterBy(24 * SECOND);
    expect(await signer.sign(ana)).toBe(first);
    laterBy(2 * SECOND);
    expect(await signer.sign(ana)).not.toBe(first);
  });

  it('after the clock was set back, a new voucher is signed, and services accept it', async () => {
    const signer = new PrincipalSigner(keys.auth.privateKey);
    const first = await signer.sign(ana);
    laterBy(-60 * SECOND);
    const second = await signer.sign(ana);
    expect(second).not.toBe(first);
    expect((await ask(await gatewayToken('token', { voucher: second }))).status).toBe(201);
    expect((await ask(await gatewayToken('token', { voucher: first }))).status).toBe(401);
  });

  it.each([
    ['role', { role: 'admin' }],
    ['proof', { recentProof: true }],
    ['session', { sessionId: randomUUID() }],
  ] as const)('a new voucher is signed when the %s changes', async (_what, change) => {
    const signer = new PrincipalSigner(keys.auth.privateKey);
    expect(await signer.sign({ ...ana, ...change })).not.toBe(await signer.sign(ana));
  });
});

describe('the upgrade from 0.1 (PRINCIPALS_UNVOUCHED=accept)', () => {
  const accepting = (service: Service) =>
    new InternalIdentity(service, keys[service].privateKey, publicKeysOf(keys), 'accept');

  it('a service that accepts users without a voucher still refuses a forged voucher', async () => {
    const claimed = await gatewayToken('token', { principal: ana });
    await expect(accepting('token').verify(claimed)).resolves.toMatchObject({ principal: ana });
    const forged = await gatewayToken('token', { principal: ana, voucher: await changed({ role: 'admin' }) });
    await expect(accepting('token').verify(forged)).rejects.toMatchObject({ reason: 'not_genuine' });
  });

  it('a gateway with PRINCIPALS_UNVOUCHED=accept also sends plain claims for services of version 0.1', async () => {
    const token = await accepting('gateway').tokenFor('token', { ...ana, voucher: await vouch(ana) });
    const [, payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    expect(claims).toMatchObject({ principal: ana, voucher: expect.any(String) as string });
  });

  it('a gateway refuses to send a user without a voucher by default', async () => {
    const gateway = new InternalIdentity('gateway', keys.gateway.privateKey, {});
    await expect(gateway.tokenFor('token', ana)).rejects.toThrow('auth has not vouched');
  });
});
