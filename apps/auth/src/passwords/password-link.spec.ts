import { hashLinkSecret, newLinkSecret, passwordLinkUrl } from './password-link.js';

describe('password links', () => {
  it('are 256 random bits that need no escaping in an address', () => {
    const secrets = new Set(Array.from({ length: 100 }, newLinkSecret));
    expect(secrets.size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('are stored as a hash', () => {
    expect(hashLinkSecret('secret')).toHaveLength(32);
    expect(hashLinkSecret('secret').toString()).not.toContain('secret');
  });

  it('lead to the page that reads them', () => {
    expect(passwordLinkUrl('https://caredrop.example', 'abc')).toBe(
      'https://caredrop.example/reset-password?token=abc',
    );
  });
});
