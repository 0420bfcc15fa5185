/** Limits for scheduled messages, in a separate module that the patient's page does not load. */
export const scheduleLimits = {
  /** A link can be scheduled no sooner than this many minutes from now. */
  minutesMin: 5,
  /**
   * A patient who is reminded has at least this many hours left to send the document, and a link is scheduled
   * at least this many hours before it expires.
   */
  hoursLeftMin: 2,
} as const;
