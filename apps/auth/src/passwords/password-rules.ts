import { limits, messages } from '@caredrop/contracts';
import type { BreachedPasswords } from './breached-passwords.js';
import { isEasyToGuess } from './easy-to-guess.js';

export interface PasswordRules {
  /** In characters; a setting. */
  min: number;
  /** Passwords that attackers try first, in lower case; null where only the length counts. */
  common: ReadonlySet<string> | null;
  /** Passwords known from data breaches; null without such a list. */
  breached: BreachedPasswords | null;
  /** Names of the clinic, which make bad passwords as well. */
  context: readonly string[];
}

/** Words about the user that make a bad password. */
export type About = readonly string[];

const PRODUCT = 'caredrop';

/** Why `password` is rejected, as a message for the user; null when it is accepted. Reads the list of breached passwords. */
export async function refusePassword(
  password: string,
  rules: PasswordRules,
  about: About,
): Promise<string | null> {
  const refusal = refuseWithoutLookup(password, rules, about);
  if (refusal) return refusal;
  return (await rules.breached?.has(password)) ? messages.auth.passwordBreached : null;
}

/** The same without the list of breached passwords. */
export function refuseWithoutLookup(
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

/**
 * Whether the password's letters are the user's name or address, the clinic's or the product's, with only
 * digits and signs added.
 */
function isOnlyAbout(password: string, about: About): boolean {
  const letters = onlyLetters(password);
  return [...about, PRODUCT].some((word) => onlyLetters(word.toLowerCase()) === letters && letters !== '');
}

const onlyLetters = (text: string) => text.replace(/[^\p{L}]/gu, '');
