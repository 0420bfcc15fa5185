import type { ProblemReason } from '@caredrop/contracts/problem-reasons';
import { postLink } from '../link/post-link.js';
import { validateLink } from '../link/validate-link.js';

/** `ended`: the link no longer works, so the clinic may not have the report. */
export type Reported = 'told' | 'unconfirmed' | 'ended';

/**
 * Reports why the document cannot be sent. The response is the same for every link: the report has certainly been
 * stored only if the link still works afterwards. Never throws.
 */
export async function reportProblem(
  token: string,
  reason: ProblemReason,
  comment: string,
): Promise<Reported> {
  if (!(await postLink('problems', { token, reason, comment }))) return 'unconfirmed';
  const verdict = await validateLink(token, new AbortController().signal);
  if (verdict.kind === 'accepted') return 'told';
  return verdict.rejection.again ? 'unconfirmed' : 'ended';
}
