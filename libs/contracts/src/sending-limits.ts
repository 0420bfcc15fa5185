/** Limits for files of requests, in a separate module that the patient's page does not load. */
export const sendingLimits = {
  /** Maximum number of rows in one file. */
  rowsMax: 500,
  /**
   * Maximum number of characters in one cell. The limits of its fields are lower; exceeding them becomes the
   * row's reason.
   */
  cellMax: 300,
  /** A file is scheduled at most this many days ahead. */
  startDaysMax: 7,
  /** How many days sending a file may take, and how many days the file is kept after it has ended. */
  keptDays: 14,
} as const;
