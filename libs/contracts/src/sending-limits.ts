/** Limits of files of requests: in a separate module, which the patient's page does not load. */
export const sendingLimits = {
  /** Rows of one file. */
  rowsMax: 500,
  /** Characters of one cell; the limits of its fields are lower and become reasons of the row. */
  cellMax: 300,
  /** A file is scheduled at most this many days ahead. */
  startDaysMax: 7,
  /** For how long a file is kept after it was sent, and can take to be sent. */
  keptDays: 14,
} as const;
