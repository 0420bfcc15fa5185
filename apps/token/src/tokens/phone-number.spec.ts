import { toE164 } from './phone-number.js';

describe('toE164', () => {
  it.each([
    ['07700 900123', '+447700900123'],
    ['+44 7700 900123', '+447700900123'],
    ['0044 7700 900123', '+447700900123'],
    ['(07700) 900-123', '+447700900123'],
    ['07700900000', '+447700900000'],
    ['07911 123456', '+447911123456'],
    ['+33 6 12 34 56 78', '+33612345678'],
    ['+1 202 555 0123', '+12025550123'],
  ])('the phone number %s is normalised to E.164', (typed, expected) => {
    expect(toE164(typed, ['GB', 'FR', 'US'])).toBe(expected);
  });

  it.each(['+33 6 12 34 56 78', '+1 202 555 0123', '+1 900 555 0123', '+881 6 1234 5678', '+882 16 123 456'])(
    'the phone number %p is refused where only UK numbers are allowed',
    (typed) => {
      expect(toE164(typed, ['GB'])).toBeNull();
    },
  );

  it('premium-rate numbers of an allowed country are refused', () => {
    expect(toE164('+1 900 555 0123', ['US'])).toBeNull();
  });

  it.each([
    ['JE', '07797 712345', '+447797712345'],
    ['GG', '07781 123456', '+447781123456'],
    ['IM', '07624 123456', '+447624123456'],
  ] as const)(
    'mobile numbers from %s are accepted where it or the UK is allowed',
    (country, typed, expected) => {
      expect(toE164(typed, [country])).toBe(expected);
      expect(toE164(typed, ['GB'])).toBe(expected);
      expect(toE164(typed, ['FR'])).toBeNull();
    },
  );

  it.each(['07700 900123', '07781 123456'])(
    'the number %s of the UK or Guernsey is refused where only Jersey is allowed',
    (typed) => {
      expect(toE164(typed, ['JE'])).toBeNull();
    },
  );

  it('UK numbers are refused where the UK is not an allowed country', () => {
    expect(toE164('07911 123456', ['FR'])).toBeNull();
  });

  it.each(['', 'abc', '0770', '020 7946 0958', '+44 20 7946 0958', '+1 12', '07700 9001234567'])(
    'the phone number %p, which is invalid or a landline, is refused',
    (typed) => {
      expect(toE164(typed, ['GB', 'US'])).toBeNull();
    },
  );
});
