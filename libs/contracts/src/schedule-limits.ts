/** Limits of scheduled messages: in a separate module, which the patient's page does not load. */
export const scheduleLimits = {
  /** A link is scheduled to be sent at least this many minutes ahead. */
  minutesMin: 5,
  /** A patient who is reminded, or gets a scheduled link, has at least this many hours to send the document. */
  hoursLeftMin: 2,
} as const;
