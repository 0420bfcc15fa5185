import { limits, messages } from '@caredrop/contracts';

export interface PasswordRules {
  /** In characters; a setting. */
  min: number;
  /** Passwords that are tried first by anybody; empty while the minimum is the specification's 6. */
  common: ReadonlySet<string>;
}

/** Words about a person that make a bad password of their own. */
export type About = readonly string[];

const PRODUCT = 'caredrop';

/** Why `password` cannot be taken, as a sentence for the person; null when it can (spec §5, design §6). */
export function refusePassword(
  password: string,
  { min, common }: PasswordRules,
  about: About,
): string | null {
  const length = [...password].length;
  if (length < min) return messages.auth.passwordTooShort(min);
  if (length > limits.passwordMax) return messages.general.tooLong('Password', limits.passwordMax);
  if (common.size === 0) return null;
  const lower = password.toLowerCase();
  return common.has(lower) || isOnlyAbout(lower, about) ? messages.auth.passwordTooCommon : null;
}

/** The letters of the password are the person's name or address or ours, with nothing but digits and signs. */
function isOnlyAbout(password: string, about: About): boolean {
  const letters = onlyLetters(password);
  return [...about, PRODUCT].some((word) => onlyLetters(word.toLowerCase()) === letters && letters !== '');
}

const onlyLetters = (text: string) => text.replace(/[^\p{L}]/gu, '');
