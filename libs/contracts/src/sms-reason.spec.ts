import { IN_DOUBT, NOT_SET_UP, smsReason, UNREACHABLE } from './sms-reason.js';

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

describe('smsReason', () => {
  it.each([...codes, UNREACHABLE, IN_DOUBT, NOT_SET_UP])(
    'says what %s means in whole sentences, without the code',
    (code) => {
      const reason = smsReason(code);
      expect(reason).toMatch(/^[A-Z].*\.$/);
      expect(reason).not.toContain(code);
      expect(reason).not.toContain('undefined');
    },
  );

  it('has a sentence of its own for each', () => {
    expect(new Set(codes.map(smsReason)).size).toBe(codes.length);
  });

  it('says why a person who answered STOP gets nothing', () => {
    expect(smsReason('21610')).toContain('STOP');
  });

  it('names a code it does not know, for the administrator', () => {
    expect(smsReason('39999')).toContain('(code 39999)');
    expect(smsReason('toString')).toContain('(code toString)');
    expect(smsReason(null)).not.toContain('code');
  });
});
