import { limits } from '@caredrop/contracts';
import type { PasswordRules } from './password-rules.js';

/**
 * The rules for a minimum length. Above the specification's default the list of common passwords is on
 * (@zxcvbn-ts/language-common: some 49,000 from leaks); at the default it is not even loaded.
 */
export async function rulesFor(min: number): Promise<PasswordRules> {
  if (min <= limits.passwordMin) return { min, common: new Set() };
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return { min, common: new Set(dictionary['passwords-common']) };
}
