/** Limits for scheduled messages, in a separate module that the patient's page does not load. */
export const scheduleLimits = {
  /** A link is scheduled to be sent at least this many minutes ahead. */
  minutesMin: 5,
  /**
   * A patient who is reminded, or receives a scheduled link, has at least this many hours left to send the
   * document.
   */
  hoursLeftMin: 2,
} as const;
