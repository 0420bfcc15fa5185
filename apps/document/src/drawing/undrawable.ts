/** The file is damaged or locked, exceeds the limits, or has no such page. */
export const undrawableReasons = ['damaged', 'too_large', 'no_page'] as const;
export type UndrawableReason = (typeof undrawableReasons)[number];

/** The file cannot be drawn: an expected result, not a server error. */
export class Undrawable extends Error {
  constructor(readonly reason: UndrawableReason) {
    super(`the file cannot be drawn: ${reason}`);
    this.name = 'Undrawable';
  }
}
