import type { AccountConfig } from '../config.js';
import { BreachedPasswordsFile } from './breached-passwords.js';
import type { PasswordRules } from './password-rules.js';

type Settings = Pick<
  AccountConfig,
  'PASSWORD_MIN_LENGTH' | 'REFUSE_COMMON_PASSWORDS' | 'BREACHED_PASSWORDS_FILE' | 'CLINIC_NAME'
>;

/**
 * The rules that the settings specify. The list of common passwords (@zxcvbn-ts/language-common: about 49,000 leaked
 * ones) is local, and loaded only once and only if it is needed. Throws when the file of breached passwords cannot be
 * used.
 */
export async function rulesFor(settings: Settings): Promise<PasswordRules> {
  const {
    PASSWORD_MIN_LENGTH: min,
    REFUSE_COMMON_PASSWORDS,
    CLINIC_NAME,
    BREACHED_PASSWORDS_FILE,
  } = settings;
  const breached = BREACHED_PASSWORDS_FILE ? await BreachedPasswordsFile.open(BREACHED_PASSWORDS_FILE) : null;
  if (REFUSE_COMMON_PASSWORDS === 'no') return { min, common: null, breached, context: [] };
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return { min, common: new Set(dictionary['passwords-common']), breached, context: [CLINIC_NAME] };
}
