import { limits } from '@caredrop/contracts';
import { appError, type AppError } from '@caredrop/service-kit';
import type { BreachedPasswords } from './breached-passwords.js';
import { isEasyToGuess } from './easy-to-guess.js';

export interface PasswordRules {
  /** Minimum length in characters (PASSWORD_MIN_LENGTH). */
  min: number;
  /** Passwords that attackers try first, in lower case; null where easy passwords are accepted. */
  common: ReadonlySet<string> | null;
  /** Passwords known from data breaches; null if no list is configured. */
  breached: BreachedPasswords | null;
  /** Names of the clinic, which also make bad passwords. */
  context: readonly string[];
}

/** Words about the user that make a bad password. */
export type About = readonly string[];

const PRODUCT = 'caredrop';

/** Returns why `password` is rejected; null when it is accepted. Reads the list of breached passwords last. */
export async function rejectPassword(
  password: string,
  rules: PasswordRules,
  about: About,
): Promise<AppError | null> {
  const rejection = rejectWithoutLookup(password, rules, about);
  if (rejection) return rejection;
  return (await rules.breached?.has(password)) ? appError('password_breached') : null;
}

/** The same check without the list of breached passwords. */
export function rejectWithoutLookup(
  password: string,
  { min, common, context }: PasswordRules,
  about: About,
): AppError | null {
  const length = [...password].length;
  if (length < min) return appError('password_too_short', { params: { min } });
  if (length > limits.passwordMax)
    return appError('too_long', { params: { field: 'password', max: limits.passwordMax } });
  if (common === null) return null;
  const words = [...about, ...context];
  return isEasyToGuess(password, common) || isOnlyAbout(password.toLowerCase(), words)
    ? appError('password_too_common')
    : null;
}

/**
 * Whether the letters of the password are exactly the user's name, the part of the email address before the `@`, or the
 * name of the clinic or product.
 */
function isOnlyAbout(password: string, about: About): boolean {
  const letters = onlyLetters(password);
  return [...about, PRODUCT].some((word) => onlyLetters(word.toLowerCase()) === letters && letters !== '');
}

const onlyLetters = (text: string) => text.replace(/[^\p{L}]/gu, '');
