import type { AttentionToken } from '@caredrop/contracts';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { toast } from '../../shared/ui/toast.js';
import { checkCopy } from './check-copy.js';
import { problemCopy } from './problem-copy.js';
import { useCloseProblemMutation, useUnlockCheckMutation } from './token-changes.api.js';

/**
 * Marks a patient's report, or a link that cannot be replaced, as done. Unlocks the patient check of any other link.
 */
export function EndProblem({ item: { token, since, checkGone } }: { item: AttentionToken }) {
  const [close, { isLoading: closing }] = useCloseProblemMutation();
  const [unlock, { isLoading: unlocking }] = useUnlockCheckMutation();
  const { id, problem } = token;
  const reportedAt = checkGone ? since : problem?.reported_at;
  const done = async (time: string) => {
    const response = await close({ id, reported_at: time });
    if (response.error) return toast.serverFirst(response.error, problemCopy.closeFailed);
    toast.success(problemCopy.closed);
  };
  const tryAgain = async () => {
    const response = await unlock(id);
    if (response.error) return toast.serverFirst(response.error, checkCopy.unlockFailed);
    toast.success(checkCopy.unlocked);
  };
  return (
    <BusyButton
      busy={closing || unlocking}
      label={reportedAt ? problemCopy.done : checkCopy.unlock}
      loadingLabel={problemCopy.closing}
      variant="light"
      size="compact-md"
      onClick={() => void (reportedAt ? done(reportedAt) : tryAgain())}
    />
  );
}
