/** Limits for files of requests, in a separate module that the patient's page does not load. */
export const sendingLimits = {
  /** Maximum number of rows in one file. */
  rowsMax: 500,
  /**
   * Maximum number of characters in one cell. The limits of the fields are lower; a row that exceeds one fails with
   * that reason.
   */
  cellMax: 300,
  /** A file can be scheduled at most this many days ahead, by the clinic's calendar. */
  startDaysMax: 7,
  /** How many days sending a file may take, and how many days the file is kept afterwards. */
  keptDays: 14,
} as const;
