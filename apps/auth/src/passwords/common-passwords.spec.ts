import { rulesFor } from './common-passwords.js';

const settings = {
  PASSWORD_MIN_LENGTH: 6,
  REFUSE_COMMON_PASSWORDS: 'no',
  CLINIC_NAME: 'Lindau Clinic',
} as const;

describe('rulesFor', () => {
  it('has no list where it is not asked for, however long passwords must be', async () => {
    expect(await rulesFor(settings)).toEqual({ min: 6, common: null, breached: null, context: [] });
    expect(await rulesFor({ ...settings, PASSWORD_MIN_LENGTH: 12 })).toMatchObject({ min: 12, common: null });
  });

  it('has a real list where it is asked for, at six characters as well', async () => {
    const { min, common, context } = await rulesFor({ ...settings, REFUSE_COMMON_PASSWORDS: 'yes' });
    expect(min).toBe(6);
    expect(context).toEqual(['Lindau Clinic']);
    expect(common?.size).toBeGreaterThan(40_000);
    for (const password of ['123456', 'abc123', 'password', 'iloveyou', 'qwertyuiop'])
      expect(common?.has(password)).toBe(true);
  });
});
