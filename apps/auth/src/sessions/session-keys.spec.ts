import { JwtService } from '@nestjs/jwt';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { newSigningKey } from '../../test/support/keys.js';
import { signingKeyOf, toJwks } from './session-keys.js';
import { AUDIENCE, ISSUER, SessionTokens, signOptionsOf } from './session-tokens.js';

const now = Math.floor(Date.now() / 1000) * 1000;
const session = {
  id: '0193c1c8-0000-7000-8000-000000000001',
  userId: '0193c1c8-0000-7000-8000-000000000002',
  createdAt: new Date(now),
  expiresAt: new Date(now + 3_600_000),
};
const check = { algorithms: ['ES256'], issuer: ISSUER, audience: AUDIENCE };

function tokensFor(keys: ReturnType<typeof newSigningKey>[]): SessionTokens {
  const { kid, pem } = signingKeyOf(keys);
  return new SessionTokens(new JwtService({ privateKey: pem, signOptions: signOptionsOf(kid) }));
}

describe('session tokens', () => {
  it('a session token names user and session and contains no personal data', async () => {
    const token = await tokensFor([newSigningKey('k1')]).sign(session);
    expect(decodeJwt(token)).toEqual({
      sub: session.userId,
      sid: session.id,
      iss: 'caredrop',
      aud: 'caredrop',
      iat: now / 1000,
      exp: now / 1000 + 3600,
    });
  });

  it('a session token is signed with ES256 and can be verified with the published keys', async () => {
    const keys = [newSigningKey('k1')];
    const token = await tokensFor(keys).sign(session);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'session+jwt', kid: 'k1' });
    await expect(jwtVerify(token, createLocalJWKSet(toJwks(keys)), check)).resolves.toBeDefined();
  });

  it('session tokens signed with the old or the new key are valid during a key rotation', async () => {
    const old = newSigningKey('k1');
    const next = newSigningKey('k2');
    const before = await tokensFor([old, next]).sign(session);
    const after = await tokensFor([next, old]).sign(session);
    const published = createLocalJWKSet(toJwks([next, old]));
    expect(decodeProtectedHeader(after).kid).toBe('k2');
    await expect(jwtVerify(before, published, check)).resolves.toBeDefined();
    await expect(jwtVerify(after, published, check)).resolves.toBeDefined();
  });

  it('a session token is invalid once its key is no longer published', async () => {
    const token = await tokensFor([newSigningKey('k1')]).sign(session);
    await expect(jwtVerify(token, createLocalJWKSet(toJwks([newSigningKey('k2')])), check)).rejects.toThrow();
  });

  it('a token signed with the public key as a shared secret is refused', async () => {
    const keys = [newSigningKey('k1')];
    const secret = new TextEncoder().encode(JSON.stringify(toJwks(keys).keys[0]));
    const forged = await new SignJWT({ sub: session.userId, sid: session.id })
      .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setExpirationTime('1h')
      .sign(secret);
    await expect(jwtVerify(forged, createLocalJWKSet(toJwks(keys)), check)).rejects.toThrow();
  });

  it('the published key set contains no private key', () => {
    const key = newSigningKey('k1');
    expect(JSON.stringify(toJwks([key]))).not.toContain(key.d);
    expect(Object.keys(toJwks([key]).keys[0] ?? {}).sort()).toEqual([
      'alg',
      'crv',
      'kid',
      'kty',
      'use',
      'x',
      'y',
    ]);
  });
});
