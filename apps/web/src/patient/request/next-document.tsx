import { formatMoment, loadRequestCopy, type RequestCopy } from '@caredrop/patient-copy';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useCopy } from '../copy-context.js';
import { useCopyPart, type CopyPart } from '../copy-part.js';
import { ContactLine } from '../ui/contact-line.js';
import { askRequest } from './ask-request.js';
import { DocumentHeading, Label } from './document-heading.js';
import { goOn } from './go-on.js';
import { nextStepOf, type RequestDocument, type RequestState } from './request-state.js';

interface Props {
  token: string;
  part: CopyPart<RequestCopy>;
  /** Shown if the link turns out to be the only one, as far as is known. */
  children?: ReactNode;
}

/** Shown after a document was sent or skipped: how to continue with the request, and which documents have arrived. */
export function NextDocument({ token, part, children }: Props) {
  const request = useCopyPart(loadRequestCopy, part);
  const { state, asking, round, again } = useRequest(token);
  if (state && nextStepOf(state) === 'unknown') return children;
  return (
    <section className="next-document">
      {state ? (
        <Found request={request} state={state} attention={round} />
      ) : (
        <NotFound request={request} asking={asking} isFirst={round === 0} onTryAgain={again} />
      )}
    </section>
  );
}

function useRequest(token: string) {
  const [state, setState] = useState<RequestState | null>(null);
  const [asking, setAsking] = useState(true);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = true;
    setAsking(true);
    void askRequest(token).then((found) => {
      if (!isWanted) return;
      setState(found);
      setAsking(false);
    });
    return () => {
      isWanted = false;
    };
  }, [token, round]);
  return { state, asking, round, again: () => setRound((count) => count + 1) };
}

interface NotFoundProps {
  request: RequestCopy;
  asking: boolean;
  isFirst: boolean;
  onTryAgain: () => void;
}

/** Keeps its button while it tries again, so that focus is not lost. */
function NotFound({ request, asking, isFirst, onTryAgain }: NotFoundProps) {
  const { notSent } = useCopy();
  const failed = !isFirst || !asking;
  return (
    <>
      <p className={failed ? '' : 'muted'} role="status">
        {failed ? request.failed() : request.looking()}
      </p>
      {failed && (
        <button
          type="button"
          className="button large"
          aria-disabled={asking}
          onClick={() => !asking && onTryAgain()}
        >
          {asking ? request.looking() : notSent.tryAgain()}
        </button>
      )}
    </>
  );
}

interface FoundProps {
  request: RequestCopy;
  state: RequestState;
  attention: number;
}

function Found({ request, state, attention }: FoundProps) {
  const { documents, open } = state;
  return (
    <>
      {open ? (
        <>
          <DocumentHeading
            place={request.next(open)}
            label={documents[open.position - 1]?.label ?? []}
            attention={attention}
          />
          <button type="button" className="button primary large" onClick={() => goOn(open)}>
            {request.continue()}
          </button>
          <p className="muted">{request.later()}</p>
        </>
      ) : (
        <div role="status">
          {endOf(request, state).map((sentence, at) => (
            <p key={sentence} className={at === 0 ? 'request-end' : ''}>
              {sentence}
            </p>
          ))}
        </div>
      )}
      {nextStepOf(state) === 'ended' && <ContactLine />}
      {documents.length > 0 && <DocumentList request={request} documents={documents} />}
    </>
  );
}

/** The sentences for when nothing can be sent any more; the first is the most important. */
function endOf(request: RequestCopy, state: RequestState): string[] {
  const step = nextStepOf(state);
  if (step === 'ended') return [request.ended()];
  return step === 'all' ? [request.all({ count: state.documents.length }), request.done()] : [request.done()];
}

function DocumentList({ request, documents }: { request: RequestCopy; documents: RequestDocument[] }) {
  const pageCopy = useCopy();
  return (
    <>
      <h3 id="request-list">{request.list()}</h3>
      <ol className="request-list" aria-labelledby="request-list">
        {documents.map(({ label, state, receivedAt }, at) => (
          // The order of a request's documents never changes.
          <li key={at} className={state}>
            {state === 'received' && <IconCircleCheck size={20} stroke={1.75} aria-hidden="true" />}
            <Label texts={label} />
            <span className="muted">
              {request[state]()}
              {receivedAt && <bdi> {formatMoment(pageCopy, receivedAt)}</bdi>}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
