import { text, time, type Fields } from '../response-fields.js';

/** The state of a link's patient check in this browser. */
export interface LinkCheck {
  initials: string;
  /** `needed`, `waiting`, `locked` or `passed`. */
  state: string;
  /** When another try is possible, ISO 8601; null unless the state is `waiting`. */
  waitsUntil: string | null;
}

/** Reads the check from a response. */
export const readCheck = (check: Fields): LinkCheck => ({
  initials: text(check.initials) ?? '',
  state: text(check.state) ?? 'needed',
  waitsUntil: time(check.waits_until),
});
