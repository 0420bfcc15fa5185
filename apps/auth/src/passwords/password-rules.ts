import { limits, messages } from '@caredrop/contracts';
import { isEasyToGuess } from './easy-to-guess.js';

export interface PasswordRules {
  /** In characters; a setting. */
  min: number;
  /** Passwords that anybody would try first, in lower case; null where only the length counts. */
  common: ReadonlySet<string> | null;
  /** Names of the place, which make bad passwords as well. */
  context: readonly string[];
}

/** Words about a person that make a bad password of their own. */
export type About = readonly string[];

const PRODUCT = 'caredrop';

/** Why `password` cannot be taken, as a sentence for the person; null when it can. */
export function refusePassword(
  password: string,
  { min, common, context }: PasswordRules,
  about: About,
): string | null {
  const length = [...password].length;
  if (length < min) return messages.auth.passwordTooShort(min);
  if (length > limits.passwordMax) return messages.general.tooLong('Password', limits.passwordMax);
  if (common === null) return null;
  const words = [...about, ...context];
  return isEasyToGuess(password, common) || isOnlyAbout(password.toLowerCase(), words)
    ? messages.auth.passwordTooCommon
    : null;
}

/** The letters of the password are the person's name or address, the clinic's or ours, with nothing but digits and signs. */
function isOnlyAbout(password: string, about: About): boolean {
  const letters = onlyLetters(password);
  return [...about, PRODUCT].some((word) => onlyLetters(word.toLowerCase()) === letters && letters !== '');
}

const onlyLetters = (text: string) => text.replace(/[^\p{L}]/gu, '');
