import { isProof, makeProof } from './proof.js';

const key = Buffer.alloc(32, 1);
const subject = { tokenId: '1', version: 1, browser: 'a'.repeat(32) };
const now = new Date('2026-11-23T12:00:00.000Z');
const hours = (n: number) => new Date(now.getTime() + n * 3_600_000);
const proof = makeProof(key, subject, hours(100), now);

describe('a proof of the patient check', () => {
  it('a proof is valid for 24 hours', () => {
    expect(isProof(key, subject, proof, hours(23.9))).toBe(true);
    expect(isProof(key, subject, proof, hours(24))).toBe(false);
  });

  it('a proof expires with its link', () => {
    const short = makeProof(key, subject, hours(1), now);
    expect(isProof(key, subject, short, hours(0.9))).toBe(true);
    expect(isProof(key, subject, short, hours(1))).toBe(false);
  });

  it.each([
    ['another link', { ...subject, tokenId: '2' }],
    ['another version', { ...subject, version: 2 }],
    ['another browser', { ...subject, browser: 'b'.repeat(32) }],
  ])('a proof is void for %s', (_what, other) => {
    expect(isProof(key, other, proof, now)).toBe(false);
  });

  it('a proof is void under another key, with a later expiry, or when malformed', () => {
    const bytes = Buffer.from(proof, 'base64url');
    bytes.writeUInt8(255, 3);
    expect(isProof(Buffer.alloc(32, 2), subject, proof, now)).toBe(false);
    expect(isProof(key, subject, bytes.toString('base64url'), now)).toBe(false);
    for (const text of ['', 'x', proof.slice(0, -1), `${proof}AA`])
      expect(isProof(key, subject, text, now)).toBe(false);
  });
});
