import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { isSignedBy, publicHalf, signStatement } from './signing.js';

const newKey = (): JsonWebKey => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const [key, other] = [newKey(), newKey()];
const keys = [publicHalf(other), publicHalf(key)];
const statement = { seq: 7, hash: 'abc' };

describe('a signature', () => {
  const signed = signStatement(key, 'checkpoint', statement);

  it('a signature by any listed key is valid', () => {
    for (const by of [key, other])
      expect(isSignedBy(keys, 'checkpoint', statement, signStatement(by, 'checkpoint', statement))).toBe(
        true,
      );
  });

  it('a signature for one kind of statement is invalid for another kind', () => {
    expect(isSignedBy(keys, 'segment', statement, signed)).toBe(false);
  });

  it('a signature is invalid for other content, for an unlisted key, and under the id of another key', () => {
    expect(isSignedBy(keys, 'checkpoint', { ...statement, seq: 8 }, signed)).toBe(false);
    expect(isSignedBy([publicHalf(other)], 'checkpoint', statement, signed)).toBe(false);
    const { keyId } = signStatement(other, 'checkpoint', statement);
    expect(isSignedBy(keys, 'checkpoint', statement, { ...signed, keyId })).toBe(false);
  });
});
