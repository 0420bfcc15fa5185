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

describe('TOTP codes', () => {
  it.each(vectors)('the code at second %i is the one from RFC 6238: %s', (seconds, code) => {
    expect(stepOf(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('a code is accepted one time step early and one step late', () => {
    expect(stepOf(secret, '287082', at(59 + 30))).toBe(1);
    expect(stepOf(secret, '287082', at(59 - 30))).toBe(1);
  });

  it('a code that is two time steps old is refused', () => {
    expect(stepOf(secret, '287082', at(59 + 60))).toBeNull();
  });

  it('a code from another secret is refused', () => {
    expect(stepOf(newTotpSecret(), '287082', at(59))).toBeNull();
  });
});

describe('TOTP secrets', () => {
  it('a secret has 160 bits and differs each time', () => {
    expect(newTotpSecret()).toHaveLength(20);
    expect(newTotpSecret()).not.toEqual(newTotpSecret());
  });

  it('a secret is encoded in base32 and included in the otpauth URI', () => {
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
