import { bulkReferences, documentCount, expiryRangeEnd, isNotAnswering, statusOf } from './token.js';

const now = new Date('2026-11-21T12:00:00.000Z');
const later = new Date('2026-11-22T12:00:00.000Z');
const open = { status: 'active', expiresAt: later, confirmedAt: null };

describe('statusOf', () => {
  it.each([
    ['active until it expires', open, 'active'],
    [
      'expired from the moment of its expiry, before the sweeper has run',
      { ...open, expiresAt: now },
      'expired',
    ],
    ['used as soon as a claim is confirmed', { ...open, confirmedAt: now }, 'used'],
    ['used if it expired after a claim was confirmed', { ...open, confirmedAt: now, expiresAt: now }, 'used'],
    ['revoked even after its expiry', { ...open, status: 'revoked', expiresAt: now }, 'revoked'],
    ['used even after its expiry', { ...open, status: 'used', expiresAt: now }, 'used'],
    ['expired once that status is stored', { ...open, status: 'expired' }, 'expired'],
  ])('the status of a link is %s', (_what, token, expected) => {
    expect(statusOf(token, now)).toBe(expected);
  });
});

describe('documentCount', () => {
  it.each([
    [{ documentState: null, confirmedAt: null }, 0],
    [{ documentState: null, confirmedAt: now }, 1],
    [{ documentState: 'present', confirmedAt: now }, 1],
    [{ documentState: 'deleted', confirmedAt: now }, 0],
    [{ documentState: 'rejected', confirmedAt: now }, 0],
  ])('the document count of the link %o is %i', (token, count) => {
    expect(documentCount(token)).toBe(count);
  });
});

describe('expiryRangeEnd', () => {
  it('the expiry range "today" ends with the last millisecond of the UTC day', () => {
    expect(expiryRangeEnd('today', now)).toEqual(new Date('2026-11-21T23:59:59.999Z'));
    expect(expiryRangeEnd('today', new Date('2026-11-30T23:59:59.999Z'))).toEqual(
      new Date('2026-11-30T23:59:59.999Z'),
    );
  });

  it('the expiry ranges "week" and "month" end 7 and 30 days from now', () => {
    expect(expiryRangeEnd('week', now)).toEqual(new Date('2026-11-28T12:00:00.000Z'));
    expect(expiryRangeEnd('month', now)).toEqual(new Date('2026-12-21T12:00:00.000Z'));
  });
});

describe('bulkReferences', () => {
  it('bulk references are numbered from 001 with the given prefix', () => {
    expect(bulkReferences('Flu clinic', 0n, 2)).toEqual(['Flu clinic-001', 'Flu clinic-002']);
  });

  it('bulk references continue after the highest number in use and past 999', () => {
    expect(bulkReferences(null, 998n, 3)).toEqual(['PATIENT-999', 'PATIENT-1000', 'PATIENT-1001']);
  });
});

describe('isNotAnswering', () => {
  const now = new Date('2026-12-20T12:00:00Z');
  const reminded = {
    status: 'active',
    expiresAt: new Date('2026-12-22T12:00:00Z'),
    confirmedAt: null,
    reminderCount: 3,
    nextReminderAt: null,
    lastReminderAt: new Date('2026-12-19T12:00:00Z'),
    remindersStopped: null,
  };

  it('a link is not answering a day after its last reminder', () => {
    expect(isNotAnswering(reminded, now)).toBe(true);
  });

  it('an expired link whose patient was reminded is not answering', () => {
    expect(isNotAnswering({ ...reminded, status: 'expired', nextReminderAt: now }, now)).toBe(true);
  });

  it.each([
    ['was reminded less than a day ago', { lastReminderAt: new Date('2026-12-19T12:00:01Z') }],
    ['has another reminder planned', { nextReminderAt: new Date('2026-12-21T12:00:00Z') }],
    ['was never reminded', { reminderCount: 0, lastReminderAt: null }],
    ['expired although none of its reminders was sent', { status: 'expired', lastReminderAt: null }],
    ['could not be reminded', { remindersStopped: 'failed' }],
    ['is being received', { confirmedAt: now }],
    ['is used', { status: 'used' }],
    ['is revoked', { status: 'revoked' }],
    ['expired without a reminder', { status: 'expired', reminderCount: 0 }],
  ])('a link that %s is not marked as not answering', (_what, change) => {
    expect(isNotAnswering({ ...reminded, ...change }, now)).toBe(false);
  });
});
