import { emailReason, GIVEN_UP } from './email-reason.js';

describe('the reason shown for an email that was not sent', () => {
  it.each(['501', '511', '550', '551', '552', '553', '554', '571', 'EENVELOPE', GIVEN_UP])(
    'the reason for %s is written in whole sentences without the code',
    (code) => {
      const reason = emailReason(code);
      expect(reason).toMatch(/^[A-Z].*\.$/);
      expect(reason).not.toContain(code);
    },
  );

  it('the reason for an unknown code contains the code, and the reason without a code still says what to do', () => {
    expect(emailReason('559')).toContain('(code 559)');
    expect(emailReason(null)).toContain('give the patient the link another way');
  });
});
