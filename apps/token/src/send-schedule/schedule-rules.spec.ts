import {
  decideDue,
  fileStartRejection,
  sendAtRejection,
  timeAfterLimit,
  type DueState,
} from './schedule-rules.js';

const now = new Date('2026-12-01T12:00:00Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describe('when a message with a link may be scheduled', () => {
  it.each([
    [4.99, 'send_at_soon'],
    [5, null],
    [600 - 120, null],
    [600 - 119.99, 'send_at_late'],
  ])(
    'the check of a time %s minutes ahead returns %s for a link that expires in ten hours',
    (minutes, rejection) => {
      expect(sendAtRejection(after(minutes), after(600), now)).toBe(rejection);
    },
  );
});

describe('when a file of requests may start', () => {
  const startAt = (now: string, start: string, timeZone = 'Europe/London') =>
    fileStartRejection(new Date(start), new Date(now), timeZone);

  it.each([
    ['in five minutes', '2026-11-30T12:00:00Z', '2026-11-30T12:05:00Z'],
    ['at 08:00 a week later if it is not yet 08:00', '2026-11-30T07:57:00Z', '2026-12-07T08:00:00Z'],
    ['at 08:00 on the Monday after the clocks go back', '2026-10-19T07:30:00Z', '2026-10-26T08:00:00Z'],
    ['until the end of the seventh day', '2026-11-30T00:30:00Z', '2026-12-07T23:59:59Z'],
  ])('a file may start %s', (_what, now, start) => {
    expect(startAt(now, start)).toBeNull();
  });

  it('a file may not start in less than five minutes, or on the eighth day', () => {
    expect(startAt('2026-11-30T12:00:00Z', '2026-11-30T12:04:59Z')).toBe('send_at_soon');
    expect(startAt('2026-11-30T23:30:00Z', '2026-12-08T00:00:00Z')).toBe('send_at_far');
  });

  it('the days are counted in the clinic’s time zone', () => {
    const [now, start] = ['2026-11-30T08:00:00Z', '2026-12-07T12:00:00Z'];
    expect(startAt(now, start)).toBeNull();
    expect(startAt(now, start, 'Pacific/Auckland')).toBe('send_at_far');
  });
});

describe('decideDue', () => {
  const due: DueState = {
    ...{
      status: 'active',
      replaced: false,
      isBeingCommitted: false,
      claimedUntil: null,
      notMine: false,
      accounts: 'enabled',
    },
    ...{ expiresAt: after(600), sendAt: now },
  };
  it.each<[string, Partial<DueState>, object]>([
    ['is sent', {}, { what: 'send' }],
    ['is sent up to two hours after its time', { sendAt: after(-120) }, { what: 'send' }],
    ['fails as too late after two hours', { sendAt: after(-121) }, { what: 'fail', code: 'too_late' }],
    ['waits for an upload', { claimedUntil: after(1) }, { what: 'wait' }],
    ['does not wait for an upload that was interrupted', { claimedUntil: after(-1) }, { what: 'send' }],
    [
      'waits while the upload of a document is being committed',
      { status: 'used', isBeingCommitted: true, sendAt: after(-121) },
      { what: 'wait' },
    ],
    ['is not sent when the link ends soon', { expiresAt: after(104) }, { what: 'fail', code: 'ending' }],
    ['waits for unknown accounts', { accounts: 'unknown' }, { what: 'wait' }],
    [
      'is not sent for a disabled account',
      { accounts: 'disabled' },
      { what: 'fail', code: 'owner_disabled' },
    ],
    ['is not sent when the link is not the patient’s', { notMine: true }, { what: 'fail', code: 'not_mine' }],
    ['is cancelled when the link is used', { status: 'used' }, { what: 'cancel', reason: 'token_used' }],
    [
      'is cancelled when the link is replaced',
      { status: 'revoked', replaced: true },
      { what: 'cancel', reason: 'token_replaced' },
    ],
  ])('a message that is due %s', (_what, change, decision) => {
    expect(decideDue({ ...due, ...change }, now)).toEqual(decision);
  });

  it('a message scheduled for the latest allowed time is still sent a minute late', () => {
    const [sendAt, expiresAt] = [after(-1), after(119)];
    expect(sendAtRejection(sendAt, expiresAt, after(-60))).toBeNull();
    expect(decideDue({ ...due, sendAt, expiresAt }, now)).toEqual({ what: 'send' });
  });
});

describe('timeAfterLimit', () => {
  it.each([
    ['keeps its local time when the clocks go back', '2026-10-24T07:00:00Z', '2026-10-25T08:00:00.000Z'],
    ['keeps its local time when the clocks go forward', '2026-03-28T08:00:00Z', '2026-03-29T07:00:00.000Z'],
    [
      'is sent an hour later when the clocks skip its local time',
      '2026-03-28T01:30:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
  ])('a postponed message %s', (_what, chosen, expected) => {
    const time = timeAfterLimit(new Date(chosen), new Date(chosen), 'Europe/London');
    expect(time?.toISOString()).toBe(expected);
  });

  it('a message is postponed to the first day on which the limit no longer applies, at most three days later', () => {
    expect(timeAfterLimit(now, after(2 * 24 * 60), 'Europe/London')).toEqual(after(2 * 24 * 60));
    expect(timeAfterLimit(now, after(3 * 24 * 60 + 1), 'Europe/London')).toBeNull();
  });
});
