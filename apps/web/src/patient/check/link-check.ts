import { text, time, type Fields } from '../answers.js';

/** The date of birth that a link asks for, as far as this browser has given it. */
export interface LinkCheck {
  initials: string;
  /** `needed`, `waiting`, `locked` or `passed`. */
  state: string;
  /** ISO 8601; null when another try is possible now. */
  waitsUntil: string | null;
}

/** The check in a response. */
export const readCheck = (check: Fields): LinkCheck => ({
  initials: text(check.initials) ?? '',
  state: text(check.state) ?? 'needed',
  waitsUntil: time(check.waits_until),
});
