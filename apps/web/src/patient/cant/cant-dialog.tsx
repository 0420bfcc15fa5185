import { PROBLEM_COMMENT_MAX, problemReasons, type ProblemReason } from '@caredrop/contracts/problem-reasons';
import { formatMoment, type CantCopy } from '@caredrop/patient-copy';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useCopy } from '../copy-context.js';
import type { Link } from '../link/link-verdict.js';
import { ContactLine } from '../ui/contact-line.js';
import { useDialog } from '../ui/use-dialog.js';
import { reportProblem, type Reported } from './report-problem.js';

interface Props {
  token: string;
  link: Link;
  cant: CantCopy;
  onClose: () => void;
}

/**
 * Reports to the clinic why the document cannot be sent. What was chosen on the page stays; Escape closes the
 * dialog.
 */
export function CantDialog({ token, link, cant, onClose }: Props) {
  const dialog = useDialog(onClose);
  const [told, setTold] = useState(false);
  useEffect(() => {
    if (told) dialog.current?.focus();
  }, [told, dialog]);
  return (
    <div className="backdrop">
      <div
        className="dialog cant"
        role="dialog"
        aria-modal="true"
        aria-labelledby="cant-title"
        ref={dialog}
        tabIndex={-1}
      >
        <h2 id="cant-title">{told ? cant.told() : cant.heading()}</h2>
        {told ? (
          <Told link={link} cant={cant} />
        ) : (
          <CantForm token={token} cant={cant} onTold={() => setTold(true)} />
        )}
        <button type="button" className="button" onClick={onClose}>
          {cant.close()}
        </button>
      </div>
    </div>
  );
}

function Told({ link, cant }: Pick<Props, 'link' | 'cant'>) {
  const copy = useCopy();
  return (
    <>
      {link.expiresAt !== null && (
        <p role="status">{cant.stillWorks({ day: formatMoment(copy, link.expiresAt) })}</p>
      )}
      <ContactLine />
    </>
  );
}

type State = 'open' | 'no reason' | 'sending' | Reported;

function CantForm({ token, cant, onTold }: Pick<Props, 'token' | 'cant'> & { onTold: () => void }) {
  const { form } = useCopy();
  const [reason, setReason] = useState<ProblemReason>();
  const [comment, setComment] = useState('');
  const [state, setState] = useState<State>('open');
  const reasons = useRef<HTMLFieldSetElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  // Sent as JSON, in which a line break is one character, unlike in a form.
  const over = comment.trim().length - PROBLEM_COMMENT_MAX;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'sending') return;
    if (!reason) {
      setState('no reason');
      return reasons.current?.querySelector('input')?.focus();
    }
    if (over > 0) return area.current?.focus();
    setState('sending');
    const reported = await reportProblem(token, reason, comment);
    if (reported === 'told') onTold();
    else setState(reported);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <p>{cant.lead()}</p>
      <fieldset ref={reasons} aria-describedby="cant-reason-note">
        <legend>{cant.why()}</legend>
        {problemReasons.map((name) => (
          <label key={name}>
            <input type="radio" name="reason" checked={reason === name} onChange={() => setReason(name)} />
            {cant.reasons[name]()}
          </label>
        ))}
        <p id="cant-reason-note" className="problem" role="alert">
          {state === 'no reason' && !reason && cant.choose()}
        </p>
      </fieldset>
      <div className="field">
        <label htmlFor="cant-comment">{cant.comment()}</label>
        <textarea
          id="cant-comment"
          ref={area}
          rows={3}
          value={comment}
          aria-invalid={over > 0}
          aria-describedby="cant-comment-note"
          onChange={(event) => setComment(event.target.value)}
        />
        <p id="cant-comment-note" className="problem" role="status">
          {over > 0 && form.commentOver({ over })}
        </p>
      </div>
      <div role="alert">
        {(state === 'unconfirmed' || state === 'ended') && <p className="problem">{cant[state]()}</p>}
        {state === 'ended' && <ContactLine />}
      </div>
      <button type="submit" className="button primary large" aria-disabled={state === 'sending'}>
        {state === 'sending' ? cant.sending() : cant.send()}
      </button>
    </form>
  );
}
