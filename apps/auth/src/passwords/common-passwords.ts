import type { AccountConfig } from '../config.js';
import type { PasswordRules } from './password-rules.js';

type Settings = Pick<AccountConfig, 'PASSWORD_MIN_LENGTH' | 'REFUSE_COMMON_PASSWORDS' | 'CLINIC_NAME'>;

/**
 * The rules that the settings ask for. The list of common passwords (@zxcvbn-ts/language-common: some 49,000
 * leaked ones) is local, and loaded once where it is needed.
 */
export async function rulesFor(settings: Settings): Promise<PasswordRules> {
  const { PASSWORD_MIN_LENGTH: min, REFUSE_COMMON_PASSWORDS, CLINIC_NAME } = settings;
  if (REFUSE_COMMON_PASSWORDS === 'no') return { min, common: null, context: [] };
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return { min, common: new Set(dictionary['passwords-common']), context: [CLINIC_NAME] };
}
