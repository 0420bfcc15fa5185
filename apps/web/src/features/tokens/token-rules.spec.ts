import { describe, expect, it } from '@jest/globals';
import type { TokenStatus } from '@caredrop/contracts';
import { isExpiringSoon, statusAt, tokenStats } from './token-rules.js';

const now = Date.parse('2026-11-21T22:00:00.000Z');
const token = (status: TokenStatus, expires_at: string) => ({ status, expires_at });

describe('tokens that expire soon', () => {
  it.each([
    ['in exactly 7 days', '2026-11-28T22:00:00.000Z', true],
    ['a second after that', '2026-11-28T22:00:01.000Z', false],
    ['in a minute', '2026-11-21T22:01:00.000Z', true],
    ['now', '2026-11-21T22:00:00.000Z', false],
  ])('a token that expires %s (%s) is expiring soon: %s', (_when, expires, soon) =>
    expect(isExpiringSoon(token('active', expires), now)).toBe(soon),
  );

  it('a used token is never marked as expiring soon', () => {
    expect(isExpiringSoon(token('used', '2026-11-22T00:00:00.000Z'), now)).toBe(false);
  });
});

it('an active token past its expiry date counts as expired', () => {
  expect(statusAt(token('active', '2026-11-21T21:59:59.999Z'), now)).toBe('expired');
});

it('the token statistics count statuses and expiry dates, with days ending at midnight UTC', () => {
  const tokens = [
    token('active', '2026-11-21T23:59:59.000Z'),
    token('active', '2026-11-22T00:00:00.000Z'),
    token('active', '2026-12-21T00:00:00.000Z'),
    token('active', '2026-11-20T00:00:00.000Z'),
    token('used', '2026-11-22T00:00:00.000Z'),
    token('revoked', '2026-11-22T00:00:00.000Z'),
  ];
  expect(tokenStats(tokens, now)).toEqual({
    total: 6,
    active: 3,
    used: 1,
    expired: 1,
    revoked: 1,
    expiringToday: 1,
    expiringThisWeek: 2,
  });
});
