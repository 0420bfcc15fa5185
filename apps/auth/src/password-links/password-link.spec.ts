import { hashLinkSecret, newLinkSecret, passwordLinkUrl } from './password-link.js';

describe('password links', () => {
  it('link secrets are random and need no escaping in a URL', () => {
    const secrets = new Set(Array.from({ length: 100 }, newLinkSecret));
    expect(secrets.size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('the hash of a link secret has 32 bytes and does not contain the secret', () => {
    expect(hashLinkSecret('secret')).toHaveLength(32);
    expect(hashLinkSecret('secret').toString()).not.toContain('secret');
  });

  it('a password link opens the page that sets the password', () => {
    expect(passwordLinkUrl('https://caredrop.example', 'abc')).toBe(
      'https://caredrop.example/reset-password?token=abc',
    );
  });
});
