import { forAuthenticator, newTotpSecret, stepOf } from './totp.js';

/** RFC 6238, appendix B: the SHA-1 secret and the last six digits of its codes. */
const secret = new TextEncoder().encode('12345678901234567890');
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
];
const at = (seconds: number) => new Date(seconds * 1000);

describe('a code', () => {
  it.each(vectors)('at second %i is the one of RFC 6238: %s', (seconds, code) => {
    expect(stepOf(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('is taken one step early and one step late, and names its own step', () => {
    expect(stepOf(secret, '287082', at(59 + 30))).toBe(1);
    expect(stepOf(secret, '287082', at(59 - 30))).toBe(1);
  });

  it('is not taken two steps away', () => {
    expect(stepOf(secret, '287082', at(59 + 60))).toBeNull();
  });

  it('of another secret is none', () => {
    expect(stepOf(newTotpSecret(), '287082', at(59))).toBeNull();
  });
});

describe('a secret', () => {
  it('has 160 random bits', () => {
    expect(newTotpSecret()).toHaveLength(20);
    expect(newTotpSecret()).not.toEqual(newTotpSecret());
  });

  it('can be typed, and is in the address that apps read', () => {
    const { secret: typed, uri } = forAuthenticator(secret, 'ana@clinic.example');
    expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const address = new URL(uri);
    expect(decodeURIComponent(address.pathname)).toContain('Caredrop:ana@clinic.example');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      issuer: 'Caredrop',
      secret: typed,
      digits: '6',
      period: '30',
    });
  });
});
