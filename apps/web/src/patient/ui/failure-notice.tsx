import type { SendingFailure } from '../sending/upload-outcome.js';
import { useCopy } from '../copy-context.js';
import { ContactLine } from './contact-line.js';
import { useFocusOnShow } from './use-focus.js';

/** Stays on the page after a failure. Nothing is lost, and the patient can retry with one tap. */
export function FailureNotice({ failure, onTryAgain }: { failure: SendingFailure; onTryAgain: () => void }) {
  const copy = useCopy();
  const notice = useFocusOnShow<HTMLDivElement>();
  return (
    <div className="notice danger" ref={notice} tabIndex={-1}>
      <p>
        <strong>{failure.unconfirmed ? copy.notSent.unconfirmed() : copy.notSent.lead()}</strong>
      </p>
      {/* The sentences of `retry` load after the form. */}
      <p>{{ ...copy.retry, ...copy.next }[failure.next]?.()}</p>
      <ContactLine />
      <button type="button" className="button" onClick={onTryAgain}>
        {copy.notSent.tryAgain()}
      </button>
    </div>
  );
}
