import { loadRequestCopy, type RequestCopy } from '@caredrop/patient-copy';
import { useState } from 'react';
import { useCopyPart, type CopyPart } from '../copy-part.js';
import { useDialog } from '../ui/use-dialog.js';
import { forgetDraft } from './forget-draft.js';
import { skipDocument } from './ask-request.js';
import { goOn, leave } from './go-on.js';

/** Shown below the form of an optional document: lets the patient skip it, after a confirmation. */
export function SkipDocument({ token, part }: { token: string; part: CopyPart<RequestCopy> }) {
  const request = useCopyPart(loadRequestCopy, part);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button quiet" onClick={() => setOpen(true)}>
        {request.skip()}
      </button>
      {open && <SkipDialog token={token} request={request} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps {
  token: string;
  request: RequestCopy;
  onClose: () => void;
}

/** Asks for confirmation. Escape closes the dialog, except while the request runs: it cannot be taken back. */
function SkipDialog({ token, request, onClose }: DialogProps) {
  const [state, setState] = useState<'open' | 'waiting' | 'failed'>('open');
  const waiting = state === 'waiting';
  const close = () => {
    if (!waiting) onClose();
  };
  const dialog = useDialog(close);
  const skip = async () => {
    if (waiting) return;
    setState('waiting');
    if (!(await skipAndLeave(token))) setState('failed');
  };
  return (
    <div className="backdrop">
      <div
        className="dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby="skip-title"
        aria-describedby="skip-text"
        ref={dialog}
        tabIndex={-1}
      >
        <h2 id="skip-title">{request.leave.heading()}</h2>
        <p id="skip-text">{request.leave.text()}</p>
        <div role="alert">{state === 'failed' && <p className="problem">{request.leave.failed()}</p>}</div>
        <button type="button" className="button large" aria-disabled={waiting} onClick={close}>
          {request.leave.back()}
        </button>
        <button
          type="button"
          className="button primary large"
          aria-disabled={waiting}
          onClick={() => void skip()}
        >
          {waiting ? request.leave.wait() : request.leave.confirm()}
        </button>
      </div>
    </div>
  );
}

/**
 * Skips the document, then opens the next link, or reloads the page to show the state of this one. Returns false if it
 * is unknown whether the document was skipped.
 */
async function skipAndLeave(token: string): Promise<boolean> {
  const skipped = await skipDocument(token);
  if (skipped === 'unconfirmed') return false;
  if (skipped !== 'ended') await forgetDraft(token);
  if (skipped !== 'ended' && skipped.open) goOn(skipped.open);
  else leave.reload();
  return true;
}
