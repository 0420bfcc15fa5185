import { text, time, type Fields } from '../answers.js';

/** The state of a link's patient check in this browser. */
export interface LinkCheck {
  initials: string;
  /** `needed`, `waiting`, `locked` or `passed`. */
  state: string;
  /** ISO 8601; null when another try is possible now. */
  waitsUntil: string | null;
}

/** Reads the check from a response. */
export const readCheck = (check: Fields): LinkCheck => ({
  initials: text(check.initials) ?? '',
  state: text(check.state) ?? 'needed',
  waitsUntil: time(check.waits_until),
});
