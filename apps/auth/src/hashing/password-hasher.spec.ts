import { PasswordHasher } from './password-hasher.js';

const hasher = new PasswordHasher();

describe('the password hasher', () => {
  it('passwords are hashed with argon2id, and the hash includes its cost parameters', async () => {
    expect(await hasher.hash('secret-1')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('the right password matches its hash and a wrong one does not', async () => {
    const stored = await hasher.hash('secret-1');
    expect(await hasher.matches('secret-1', stored)).toBe(true);
    expect(await hasher.matches('secret-2', stored)).toBe(false);
  });

  it('two hashes of the same password differ', async () => {
    expect(await hasher.hash('secret-1')).not.toBe(await hasher.hash('secret-1'));
  });

  it('no password matches an account without a password', async () => {
    expect(await hasher.matches('', null)).toBe(false);
    expect(await hasher.matches('anything', null)).toBe(false);
  });

  it('composed and decomposed Unicode characters match', async () => {
    expect(await hasher.matches('cafe\u0301-12', await hasher.hash('caf\u00e9-12'))).toBe(true);
  });

  it('every character of a long password counts', async () => {
    const stored = await hasher.hash(`${'x'.repeat(127)}a`);
    expect(await hasher.matches(`${'x'.repeat(127)}b`, stored)).toBe(false);
  });
});
