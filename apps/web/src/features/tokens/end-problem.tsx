import type { AttentionToken } from '@caredrop/contracts';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { toast } from '../../shared/ui/toast.js';
import { checkCopy } from './check-copy.js';
import { problemCopy } from './problem-copy.js';
import { useCloseProblemMutation, useUnlockCheckMutation } from './token-changes.api.js';

/** Marks a patient's report as done, or unlocks the patient check if there is no report. */
export function EndProblem({ item: { token } }: { item: AttentionToken }) {
  const [close, { isLoading: closing }] = useCloseProblemMutation();
  const [unlock, { isLoading: unlocking }] = useUnlockCheckMutation();
  const { id, problem } = token;
  const done = async (reportedAt: string) => {
    const response = await close({ id, reported_at: reportedAt });
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
      label={problem ? problemCopy.done : checkCopy.unlock}
      loadingLabel={problemCopy.closing}
      variant="light"
      size="compact-md"
      onClick={() => void (problem ? done(problem.reported_at) : tryAgain())}
    />
  );
}
