/** The columns of a link without an open report. */
export const noProblem = {
  problemReason: null,
  problemAt: null,
  problemComment: null,
  problemNotifiedAt: null,
} as const;
