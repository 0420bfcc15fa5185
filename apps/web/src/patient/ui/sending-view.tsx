import { clinicParams, formatSize } from '@caredrop/patient-copy';
import { useEffect } from 'react';
import type { Sending } from '../page-state.js';
import { spokenProgress } from '../sending/progress.js';
import { useCopy } from '../copy-context.js';
import { ChosenCard } from './chosen-card.js';
import { Facts } from './facts.js';
import { useFocusOnShow } from './use-focus.js';

interface Props {
  state: Sending;
  clinicName: string | null;
  /** Ends the wait for the network. */
  onCancel: () => void;
}

/** Shown while the document is sent: progress in per cent and bytes, and a reminder to keep the page open. */
export function SendingView({ state, clinicName, onCancel }: Props) {
  const copy = useCopy();
  const { chosen, percent, loaded, pause, link } = state;
  const heading = useFocusOnShow<HTMLHeadingElement>();
  useLeaveWarning();
  const size = chosen.file.size;
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {copy.form.upload()}
      </h1>
      {isConnected(pause) && <p className="lead">{copy.sending.onItsWay(clinicParams(clinicName))}</p>}
      <Facts facts={[[copy.facts.reference(), link.patientRefId]]} />
      <div className="drop">
        <ChosenCard chosen={chosen} />
      </div>
      <div
        className="progress"
        role="progressbar"
        aria-label={copy.sending.progress()}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className="progress-bar" style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
      <p className="progress-figures">
        <span>{copy.sending.percent({ percent })}</span>
        <span className="muted">
          {copy.sending.sentOf({
            sent: formatSize(copy, Math.min(loaded, size)),
            whole: formatSize(copy, size),
          })}
        </span>
      </p>
      <p className="lead" role="status">
        {copy.sending[stateOf(pause)]()}
      </p>
      {pause === 'offline' && (
        <button type="button" className="button" onClick={onCancel}>
          {copy.sending.cancel()}
        </button>
      )}
      <p className="unseen" aria-live="polite">
        {spokenProgress(copy, percent)}
      </p>
    </>
  );
}

const isConnected = (pause: Sending['pause']) => pause !== 'lost' && pause !== 'offline';

const stateOf = (pause: Sending['pause']) => (pause === 'lost' ? 'reconnecting' : (pause ?? 'keepOpen'));

/** Makes the browser ask for confirmation before the page is left during an upload. */
function useLeaveWarning() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Browsers released before 2023 ask only when this is set.
      event.returnValue = '';
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
