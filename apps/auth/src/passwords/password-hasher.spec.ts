import { PasswordHasher } from './password-hasher.js';

const hasher = new PasswordHasher();

describe('PasswordHasher', () => {
  it('stores argon2id with its cost written beside it', async () => {
    expect(await hasher.hash('secret-1')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('knows the right password from a wrong one', async () => {
    const stored = await hasher.hash('secret-1');
    expect(await hasher.matches('secret-1', stored)).toBe(true);
    expect(await hasher.matches('secret-2', stored)).toBe(false);
  });

  it('never stores the same password twice the same way', async () => {
    expect(await hasher.hash('secret-1')).not.toBe(await hasher.hash('secret-1'));
  });

  it('refuses everything where there is no password', async () => {
    expect(await hasher.matches('', null)).toBe(false);
    expect(await hasher.matches('anything', null)).toBe(false);
  });

  it('takes composed and decomposed letters for the same', async () => {
    expect(await hasher.matches('cafe\u0301-12', await hasher.hash('caf\u00e9-12'))).toBe(true);
  });

  it('uses every character of a long password', async () => {
    const stored = await hasher.hash(`${'x'.repeat(127)}a`);
    expect(await hasher.matches(`${'x'.repeat(127)}b`, stored)).toBe(false);
  });
});
