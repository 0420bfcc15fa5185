import { createPublicKey, randomUUID } from 'node:crypto';
import {
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose';
import { readRun } from '../support/run.js';
import { People } from '../support/people.js';
import { sessionOf } from '../support/sessions.js';
import { readStackKeys, type Jwk, type ServiceName } from '../support/stack-keys.js';

const run = readRun();
const keys = readStackKeys();
const now = () => Math.floor(Date.now() / 1000);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token's header and claims, and the signing key. */
interface Token {
  header: JWTHeaderParameters;
  claims: JWTPayload;
  key: Jwk;
}

const sign = async ({ header, claims, key }: Token): Promise<string> =>
  new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(key, header.alg));

type Forgery = (good: Token) => Promise<string>;

/** The attacks that every JWT check must withstand, each made from an otherwise correct token. */
const forgeries: [name: string, forge: Forgery][] = [
  [
    'unsigned, alg none',
    async ({ header, claims }) => `${part({ ...header, alg: 'none' })}.${part(claims)}.`,
  ],
  [
    'alg none, with the old signature',
    async (good) => {
      const [, claims, signature] = (await sign(good)).split('.');
      return `${part({ ...good.header, alg: 'none' })}.${claims}.${signature}`;
    },
  ],
  [
    'alg NONE in capitals',
    async ({ header, claims }) => `${part({ ...header, alg: 'NONE' })}.${part(claims)}.`,
  ],
  [
    'HS256 with the public key (JWK) as the secret',
    async ({ header, claims, key }) => {
      const { d: _private, ...open } = key;
      return new SignJWT(claims)
        .setProtectedHeader({ ...header, alg: 'HS256' })
        .sign(new TextEncoder().encode(JSON.stringify(open)));
    },
  ],
  [
    'HS256 with the public key (PEM) as the secret',
    async ({ header, claims, key }) => {
      const { d: _private, ...open } = key;
      const pem = createPublicKey({ key: open, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
      return new SignJWT(claims)
        .setProtectedHeader({ ...header, alg: 'HS256' })
        .sign(new TextEncoder().encode(pem.toString()));
    },
  ],
  [
    'HS256 with a secret of zeros',
    async ({ header, claims }) =>
      new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(new Uint8Array(32)),
  ],
  [
    "RS256 with the attacker's key",
    async ({ header, claims }) => {
      const { privateKey } = await generateKeyPair('RS256');
      return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'RS256' }).sign(privateKey);
    },
  ],
  [
    "the right algorithm, the attacker's key",
    async ({ header, claims }) => {
      const { privateKey } = await generateKeyPair(header.alg);
      return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
    },
  ],
  [
    'the attacker’s key in the header (jwk)',
    async ({ header, claims }) => {
      const { privateKey, publicKey } = await generateKeyPair(header.alg, { extractable: true });
      const jwk = await exportJWK(publicKey);
      return new SignJWT(claims).setProtectedHeader({ ...header, jwk }).sign(privateKey);
    },
  ],
  [
    'the attacker’s key by URL (jku, x5u)',
    async ({ header, claims }) => {
      const { privateKey } = await generateKeyPair(header.alg);
      const elsewhere = { jku: 'http://127.0.0.1:9/jwks', x5u: 'http://127.0.0.1:9/cert' };
      return new SignJWT(claims).setProtectedHeader({ ...header, ...elsewhere }).sign(privateKey);
    },
  ],
  [
    'changed claims under the old signature',
    async (good) => {
      const [head, , signature] = (await sign(good)).split('.');
      return `${head}.${part({ ...good.claims, sub: randomUUID() })}.${signature}`;
    },
  ],
  ['no signature', async (good) => (await sign(good)).replace(/[^.]+$/, '')],
  ['another audience', (good) => sign(withClaims(good, { aud: 'elsewhere' }))],
  ['no audience', (good) => sign(withClaims(good, { aud: undefined }))],
  ['another issuer', (good) => sign(withClaims(good, { iss: 'elsewhere' }))],
  [
    'an issuer named like a property of every object',
    (good) => sign(withClaims(good, { iss: 'constructor' })),
  ],
  ['no issuer', (good) => sign(withClaims(good, { iss: undefined }))],
  ['expired a minute ago', (good) => sign(withClaims(good, { iat: now() - 120, exp: now() - 60 }))],
  ['no expiry', (good) => sign(withClaims(good, { exp: undefined }))],
  ['not valid yet', (good) => sign(withClaims(good, { nbf: now() + 600 }))],
  ['another type', (good) => sign(withHeader(good, { typ: 'JWT' }))],
  ['no type', (good) => sign(withHeader(good, { typ: undefined }))],
  [
    'an unknown critical extension (crit)',
    async ({ header, claims, key }) => {
      const head = { ...header, crit: ['x-unknown'], 'x-unknown': true };
      return new SignJWT(claims)
        .setProtectedHeader(head)
        .sign(await importJWK(key, header.alg), { crit: { 'x-unknown': true } });
    },
  ],
  ['malformed', async () => 'a.b.c'],
  ['empty', async () => ''],
];

const withClaims = (good: Token, claims: JWTPayload): Token => ({
  ...good,
  claims: { ...good.claims, ...claims },
});
const withHeader = (good: Token, header: object): Token => ({
  ...good,
  header: { ...good.header, ...header },
});

const status = async (url: string, bearer: string, init: RequestInit = {}) =>
  (await fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${bearer}` } })).status;

const people = new People();

describe('session tokens at the gateway', () => {
  let good: Token;

  beforeAll(async () => {
    const admin = await people.get('admin');
    const { id } = (await admin.get<{ user: { id: string } }>('/auth/me')).body.data.user;
    const [key] = keys.sessionKeys;
    if (!key) throw new Error('the stack has no session key');
    good = {
      header: { alg: 'ES256', typ: 'session+jwt', kid: String(key.kid) },
      claims: {
        sub: id,
        sid: sessionOf(admin),
        iss: 'caredrop',
        aud: 'caredrop',
        iat: now(),
        exp: now() + 600,
      },
      key,
    };
  });

  const ask = (bearer: string) => status(`${run.url}/api/admin/users`, bearer);

  it('the gateway accepts the genuine token that all forgeries are made from', async () => {
    expect(await ask(await sign(good))).toBe(200);
  });

  it.each(forgeries)('the gateway refuses a forged session token: %s', async (_name, forge) => {
    expect(await ask(await forge(good))).toBe(401);
  });

  it.each([
    ['with an unknown key id', { kid: 'nobody' }],
    ['without a key id', { kid: undefined }],
    ['with a path as its key id', { kid: '../../../dev/null' }],
    ['with SQL as its key id', { kid: `' UNION SELECT 'x` }],
  ])('the gateway refuses a session token %s', async (_name, header) => {
    expect(await ask(await sign(withHeader(good, header)))).toBe(401);
  });

  it.each([
    ['no session', { sid: undefined }],
    ['an unknown session', { sid: randomUUID() }],
    ['another user’s session', { sub: randomUUID() }],
    ['an invalid session id', { sid: `' OR 1=1 --` }],
  ])('the gateway refuses a session token that names %s', async (_name, claims) => {
    expect(await ask(await sign(withClaims(good, claims)))).toBe(401);
  });

  it('the gateway refuses a service token in place of a session token', async () => {
    expect(await ask(await sign(internal('auth', null)))).toBe(401);
  });
});

/**
 * A token as the gateway sends it to `audience`, for the gateway itself or with auth's voucher for a user.
 */
function internal(audience: ServiceName, voucher: string | null, from: ServiceName = 'gateway'): Token {
  const claims = { principal: null, iss: from, aud: audience, iat: now(), exp: now() + 60 };
  return {
    header: { alg: 'EdDSA', typ: 'internal+jwt' },
    claims: voucher === null ? claims : { ...claims, voucher },
    key: keys.identities[from].privateKey,
  };
}

/** Signs a voucher as auth would. */
const vouching = (principal: object): Token => ({
  header: { alg: 'EdDSA', typ: 'principal+jwt' },
  claims: { principal, iss: 'auth', iat: now(), exp: now() + 55 },
  key: keys.identities.auth.privateKey,
});

const keyNames: ServiceName[] = ['gateway', 'auth', 'token', 'document', 'notification', 'audit'];

/** One call that the gateway may make to each service, and the status that it returns. */
const services: [ServiceName, method: string, path: string, right: number][] = [
  ['auth', 'GET', '/admin/users', 200],
  ['token', 'GET', '/admin/tokens/monitor', 200],
  ['document', 'GET', '/admin/documents', 200],
  ['audit', 'GET', '/admin/audit', 200],
  ['notification', 'POST', '/twilio/status', 403],
];

describe.each(services)('the service %s at its port', (service, method, path, right) => {
  const url = `http://127.0.0.1:${run.ports[service]}${path}`;
  const dora = {
    userId: randomUUID(),
    role: 'admin',
    sessionId: randomUUID(),
    firstName: 'D',
    lastName: 'L',
  };
  let voucher: string;
  beforeAll(async () => (voucher = await sign(vouching(dora))));
  const ask = (bearer: string, headers: Record<string, string> = {}) =>
    status(url, bearer, { method, headers });

  it('the service accepts a call from the gateway', async () => {
    expect(await ask(await sign(internal(service, voucher)))).toBe(right);
  });

  it.each(forgeries)('the service refuses a forged service token: %s', async (_name, forge) => {
    expect(await ask(await forge(internal(service, voucher)))).toBe(401);
  });

  it('the service refuses a call without a token whatever its headers say', async () => {
    const headers = {
      'x-user-id': dora.userId,
      'x-user-role': 'admin',
      'x-forwarded-user': 'dora',
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      'x-client-address': '127.0.0.1',
      'x-internal-caller': 'gateway',
      'x-request-id': 'r-1',
    };
    expect((await fetch(url, { method, headers })).status).toBe(401);
  });

  it("the service refuses a user's session token, even an administrator's", async () => {
    expect(await ask((await people.get('admin')).bearer ?? '')).toBe(401);
  });

  it('the service refuses a token for another service', async () => {
    const audience = service === 'token' ? 'document' : 'token';
    expect(await ask(await sign(internal(audience, voucher)))).toBe(401);
  });

  it("the service refuses a token that another service signed in the gateway's name", async () => {
    const from: ServiceName = service === 'notification' ? 'document' : 'notification';
    const forged = { ...internal(service, voucher), key: keys.identities[from].privateKey };
    expect(await ask(await sign(forged))).toBe(401);
  });

  it('the service refuses a call from another service where only the gateway may call', async () => {
    const from: ServiceName = service === 'token' ? 'document' : 'token';
    expect([401, 403]).toContain(await ask(await sign(internal(service, voucher, from))));
  });

  it('the service refuses a correctly signed token that is valid for longer than a minute', async () => {
    const old = withClaims(internal(service, voucher), { iat: now() - 600, exp: now() + 600 });
    expect(await ask(await sign(old))).toBe(401);
  });

  it('the service refuses a user without a voucher from auth', async () => {
    const claimed = withClaims(internal(service, null), { principal: { ...dora, recentProof: true } });
    expect(await ask(await sign(claimed))).toBe(401);
  });

  const falseVouchers: [string, () => Promise<string>][] = [
    ...keyNames
      .filter((name) => name !== 'auth')
      .map((name): [string, () => Promise<string>] => [
        `signed by ${name}`,
        () => sign({ ...vouching(dora), key: keys.identities[name].privateKey }),
      ]),
    [
      'that auth signed more than a minute ago',
      () => sign(withClaims(vouching(dora), { iat: now() - 61, exp: now() - 6 })),
    ],
    ['that expires too late', () => sign(withClaims(vouching(dora), { iat: now() - 61, exp: now() + 600 }))],
    ['with a role that does not exist', () => sign(vouching({ ...dora, role: 'owner' }))],
    ['with invalid ids', () => sign(vouching({ ...dora, userId: 'x', sessionId: 'y' }))],
    [
      'whose role was raised',
      async () => {
        const [head, , signature] = (await sign(vouching({ ...dora, role: 'user' }))).split('.');
        return `${head}.${part(vouching(dora).claims)}.${signature}`;
      },
    ],
  ];

  it.each(falseVouchers)('the service refuses a voucher %s', async (_name, forge) => {
    expect(await ask(await sign(internal(service, await forge())))).toBe(401);
  });

  // A voucher has no audience: every service that the gateway calls for a user reads it.
  const onVouchers = forgeries.filter(([name]) => !name.includes('audience'));

  it.each(onVouchers)('the service refuses a forged voucher: %s', async (_name, forge) => {
    expect(await ask(await sign(internal(service, await forge(vouching(dora)))))).toBe(401);
  });
});

describe('calls between services', () => {
  const inside: [ServiceName, path: string, allowed: ServiceName][] = [
    ['auth', '/internal/password-links/mint', 'notification'],
    ['auth', '/internal/users/recipients', 'notification'],
    ['token', '/internal/claims', 'document'],
    ['document', '/internal/attempts/settle', 'token'],
    ['notification', '/internal/sms', 'token'],
  ];

  it.each(inside)('%s %s refuses the gateway', async (service, path) => {
    const url = `http://127.0.0.1:${run.ports[service]}${path}`;
    const bearer = await sign(internal(service, null));
    expect(await status(url, bearer, { method: 'POST' })).toBe(403);
  });

  it.each(inside)(
    '%s %s accepts the token of the service that may call it',
    async (service, path, allowed) => {
      const url = `http://127.0.0.1:${run.ports[service]}${path}`;
      const bearer = await sign(internal(service, null, allowed));
      const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
      expect(await status(url, bearer, init)).toBe(400);
    },
  );

  it.each(inside)('%s %s cannot be reached through the gateway', async (_service, path) => {
    const admin = await people.get('admin');
    for (const way of [path, `/x/..${path}`, path.replace('/', '/%2e%2e/')])
      expect((await admin.raw('POST', way, {})).status).toBe(404);
  });
});
