import type { Token } from '../generated/prisma/client.js';
import { explainRejection } from './claim.js';

const now = new Date('2026-11-21T12:00:00.000Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const token = {
  status: 'active',
  expiresAt: at(60),
  confirmedAt: null,
  claimKey: null,
  leaseUntil: null,
  receivedAt: null,
  usedAt: null,
  createdAt: at(-60),
  patientRefId: 'P-1',
} as Token;

describe('explainRejection', () => {
  it.each([
    ['no such link', null, 'unknown'],
    ['revoked', { ...token, status: 'revoked' }, 'revoked'],
    ['past its expiry', { ...token, expiresAt: now }, 'expired'],
    ['held by another upload', { ...token, leaseUntil: at(1) }, 'busy'],
    ['used', { ...token, status: 'used', receivedAt: at(-5) }, 'used'],
    ['confirmed under another key', { ...token, confirmedAt: at(-1), claimKey: 'other' }, 'busy'],
    ['confirmed under the same key', { ...token, confirmedAt: at(-1), claimKey: 'mine' }, 'finishing'],
  ])('the claim of a link is refused with the expected outcome: %s', (_what, row, outcome) => {
    expect(explainRejection(row, 'mine', now)).toMatchObject({ outcome });
  });

  it('a refused claim of a used link returns the time its document was received and the patient reference', () => {
    const used = { ...token, status: 'used', receivedAt: at(-5) };
    expect(explainRejection(used, null, now)).toEqual({
      outcome: 'used',
      receivedAt: at(-5).toISOString(),
      patientRefId: 'P-1',
    });
  });

  it('two missing idempotency keys do not count as the same key', () => {
    expect(explainRejection({ ...token, confirmedAt: at(-1) }, null, now)).toMatchObject({ outcome: 'busy' });
  });

  it('a claim whose lease has ended does not block a new claim', () => {
    expect(explainRejection({ ...token, leaseUntil: at(-1) }, 'mine', now)).toBeNull();
  });
});
