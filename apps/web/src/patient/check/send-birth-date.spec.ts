import { readCheckOutcome } from './send-birth-date.js';

const check = { initials: 'J. S.', state: 'needed' };

describe('the response to a date of birth', () => {
  it('a correct date returns a proof', () => {
    expect(readCheckOutcome(200, { status: 'success', data: { proof: 'p' } })).toEqual({
      kind: 'passed',
      proof: 'p',
    });
  });

  it('a wrong date returns the number of attempts left, and a blocked check returns when the next attempt is allowed', () => {
    const body = { code: 'check_wrong', params: { left: 2 }, data: { check } };
    const initial = { initials: 'J. S.', state: 'needed', waitsUntil: null };
    expect(readCheckOutcome(422, body)).toEqual({ kind: 'wrong', left: 2, check: initial });
    const waits_until = '2026-11-23T12:15:00.000Z';
    const waiting = { code: 'check_waiting', data: { check: { ...check, state: 'waiting', waits_until } } };
    expect(readCheckOutcome(429, waiting)).toMatchObject({
      check: { state: 'waiting', waitsUntil: waits_until },
    });
  });

  it('an ended link is refused as in validation, and any other failure can be retried', () => {
    expect(readCheckOutcome(410, { status: 'fail', code: 'link_used', message: 'Used' })).toMatchObject({
      kind: 'ended',
    });
    for (const status of [200, 400, 429, 500, 503])
      expect(readCheckOutcome(status, { code: 'rate_limited' })).toEqual({ kind: 'failed' });
  });
});
