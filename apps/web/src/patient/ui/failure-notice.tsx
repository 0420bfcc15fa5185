import type { SendingFailure } from '../sending/upload-outcome.js';
import { copy } from '../copy.js';
import { useFocusOnShow } from './use-focus.js';

/** Stays on the page after a failure: nothing is lost, and one tap tries again. */
export function FailureNotice({ failure, onTryAgain }: { failure: SendingFailure; onTryAgain: () => void }) {
  const notice = useFocusOnShow<HTMLDivElement>();
  return (
    <div className="notice danger" ref={notice} tabIndex={-1}>
      <p>
        <strong>{failure.lead}</strong>
      </p>
      <p>{failure.stays}</p>
      <button type="button" className="button" onClick={onTryAgain}>
        {copy.notSent.tryAgain}
      </button>
    </div>
  );
}
