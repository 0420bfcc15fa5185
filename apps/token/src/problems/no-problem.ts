import { Prisma } from '../generated/prisma/client.js';

/** The columns of a link without an open report. */
export const noProblem = {
  problemReason: null,
  problemAt: null,
  problemComment: null,
  problemNotifiedAt: null,
} as const;

/** The same for the SET clause of an UPDATE of `tokens`. */
export const setNoProblem = Prisma.sql`
  problem_reason = NULL, problem_at = NULL, problem_comment = NULL, problem_notified_at = NULL`;
