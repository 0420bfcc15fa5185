import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { roundedExpiry, signFileUrl, verifyFileUrl, type SigningKeys } from './signed-url.js';

const bytes = { k1: createSecretKey(randomBytes(32)), k2: createSecretKey(randomBytes(32)) };
const ring = (currentKeyId: string, ids: Array<keyof typeof bytes>): SigningKeys => ({
  currentKeyId,
  secret: (id) => (ids.includes(id as keyof typeof bytes) ? bytes[id as keyof typeof bytes] : undefined),
});
const keys = ring('k1', ['k1']);
const now = new Date('2026-11-21T10:02:00Z');
const signedUrl = {
  documentId: randomUUID(),
  sessionId: randomUUID(),
  expiresAt: new Date('2026-11-21T10:15:00Z'),
};

describe('a signed URL', () => {
  it('a signed URL contains only URL-safe characters, and verifying it returns the signed content', () => {
    const text = signFileUrl(signedUrl, keys);
    expect(text).toMatch(/^[\w.-]+$/);
    expect(verifyFileUrl(text, keys, now)).toEqual(signedUrl);
  });

  it('a signed URL is invalid from the moment it expires', () => {
    const text = signFileUrl(signedUrl, keys);
    expect(verifyFileUrl(text, keys, new Date('2026-11-21T10:14:59.999Z'))).not.toBeNull();
    expect(verifyFileUrl(text, keys, signedUrl.expiresAt)).toBeNull();
  });

  it('a signed URL is invalid with any character changed', () => {
    const text = signFileUrl(signedUrl, keys);
    // Skips the last character, which has unused bits.
    for (let at = 0; at < text.length - 1; at += 1) {
      const changed = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
      expect(verifyFileUrl(changed, keys, now)).toBeNull();
    }
  });

  it('a signed URL is invalid with a fourth part after its signature', () => {
    const text = signFileUrl(signedUrl, keys);
    for (const more of ['.', '.x', `.${text}`]) expect(verifyFileUrl(text + more, keys, now)).toBeNull();
  });

  it.each(['', '.', '..', 'a.b', 'a.b.c', 'a.b.c.d', '%00', 'e30.e30.e30'])(
    'the text %j is not a valid signed URL',
    (text) => {
      expect(verifyFileUrl(text, keys, now)).toBeNull();
    },
  );

  it('a signed URL survives a key rotation until the old key is removed', () => {
    const text = signFileUrl(signedUrl, keys);
    expect(verifyFileUrl(text, ring('k2', ['k1', 'k2']), now)).toEqual(signedUrl);
    expect(verifyFileUrl(text, ring('k2', ['k2']), now)).toBeNull();
  });
});

describe('roundedExpiry', () => {
  it('the rounded expiry is stable for five minutes and 10 to 15 minutes ahead', () => {
    const at = (time: string) =>
      roundedExpiry(new Date(`2026-11-21T${time}Z`), 900_000, 300_000).toISOString();
    expect(at('10:00:00.000')).toBe('2026-11-21T10:15:00.000Z');
    expect(at('10:04:59.999')).toBe('2026-11-21T10:15:00.000Z');
    expect(at('10:05:00.000')).toBe('2026-11-21T10:20:00.000Z');
  });

  it('with a step longer than the lifetime, at least two thirds of the lifetime are left', () => {
    for (const time of ['10:00:00.000', '10:01:30.000', '10:04:59.999']) {
      const at = new Date(`2026-11-21T${time}Z`);
      const leftMs = roundedExpiry(at, 60_000, 300_000).getTime() - at.getTime();
      expect(leftMs).toBeGreaterThanOrEqual(40_000);
      expect(leftMs).toBeLessThanOrEqual(60_000);
    }
  });
});
