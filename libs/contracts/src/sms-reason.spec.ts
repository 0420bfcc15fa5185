import {
  IN_DOUBT,
  isPermanentFailure,
  LOST,
  mayBeSentLater,
  NOT_SET_UP,
  OPTED_OUT,
  smsCause,
  smsReason,
  UNREACHABLE,
} from './sms-reason.js';

const codes = [
  '21211',
  '21214',
  '21408',
  '21610',
  '21614',
  '30003',
  '30005',
  '30006',
  '30007',
  '30008',
  '30034',
];

describe('the reason shown for an undelivered text message', () => {
  it.each([...codes, UNREACHABLE, IN_DOUBT, LOST, NOT_SET_UP])(
    'the reason for %s is written in whole sentences without the code',
    (code) => {
      const reason = smsReason(code);
      expect(reason).toMatch(/^[A-Z].*\.$/);
      expect(reason).not.toContain(code);
      expect(reason).not.toContain('undefined');
    },
  );

  it('codes that stand for different causes have different reasons', () => {
    expect(new Set(codes.map(smsReason)).size).toBe(codes.length);
  });

  it('the reason for a recipient who opted out mentions STOP', () => {
    expect(smsReason('21610')).toContain('STOP');
  });

  it('the reason for an unknown code includes the code', () => {
    expect(smsReason('39999')).toContain('(code 39999)');
    expect(smsReason('toString')).toContain('(code toString)');
    expect(smsReason(null)).not.toContain('code');
  });
});

describe('the cause shown in the statistics', () => {
  it.each([...codes, '20003', '39999', UNREACHABLE, IN_DOUBT, LOST, NOT_SET_UP])(
    'the cause for %s is written in whole sentences and contains no advice',
    (code) => {
      expect(smsCause(code)).toMatch(/^[A-Z].*\.$/);
      expect(smsCause(code)).not.toMatch(/please/i);
    },
  );

  it('the cause states what happened, without advice', () => {
    expect(smsCause('30005')).toBe('The number does not exist or is no longer in use.');
    expect(smsCause(UNREACHABLE)).toBe(
      'The text message service cannot be reached. The message was not sent.',
    );
  });
});

describe('a failed text message', () => {
  it.each([OPTED_OUT, '21211', '21614', '30005', '30006'])(
    'a failure with code %s is permanent for that number, and the text may not be sent later',
    (code) => {
      expect(isPermanentFailure(code)).toBe(true);
      expect(mayBeSentLater(code)).toBe(false);
    },
  );

  it.each(['30003', '30008', '30001', IN_DOUBT, LOST, NOT_SET_UP])(
    'a text that failed with code %s may reach the number at another time',
    (code) => {
      expect(isPermanentFailure(code)).toBe(false);
    },
  );

  it.each([UNREACHABLE, '20429', '20003', '20005', '21660', '21661'])(
    'a text that failed with code %s was definitely not sent, and may be sent later',
    (code) => {
      expect(mayBeSentLater(code)).toBe(true);
    },
  );

  it.each(['20003', '20005', '21606', '21659', '21660', '21661'])(
    'the reason for %s says that the administrator has to act',
    (code) => {
      expect(smsReason(code)).toMatch(/administrator/);
      expect(smsReason(code)).not.toContain(code);
    },
  );

  it.each([IN_DOUBT, LOST])(
    'a text with code %s may already have been sent, so it is not sent later',
    (code) => {
      expect(mayBeSentLater(code)).toBe(false);
    },
  );
});
