import { rulesFor } from './common-passwords.js';

const settings = {
  PASSWORD_MIN_LENGTH: 6,
  REFUSE_COMMON_PASSWORDS: 'no',
  CLINIC_NAME: 'Lindau Clinic',
} as const;

describe('the password rules from the settings', () => {
  it('no list of common passwords is loaded by default, whatever the minimum length', async () => {
    expect(await rulesFor(settings)).toEqual({ min: 6, common: null, breached: null, context: [] });
    expect(await rulesFor({ ...settings, PASSWORD_MIN_LENGTH: 12 })).toMatchObject({ min: 12, common: null });
  });

  it('with REFUSE_COMMON_PASSWORDS=yes a list of over 40,000 common passwords is loaded', async () => {
    const { min, common, context } = await rulesFor({ ...settings, REFUSE_COMMON_PASSWORDS: 'yes' });
    expect(min).toBe(6);
    expect(context).toEqual(['Lindau Clinic']);
    expect(common?.size).toBeGreaterThan(40_000);
    for (const password of ['123456', 'abc123', 'password', 'iloveyou', 'qwertyuiop'])
      expect(common?.has(password)).toBe(true);
  });
});
