import { useEffect } from 'react';
import { formatSize } from '../../shared/lib/format-size.js';
import type { Sending } from '../page-state.js';
import { spokenProgress } from '../sending/progress.js';
import { copy } from '../copy.js';
import { ChosenCard } from './chosen-card.js';
import { Facts } from './facts.js';
import { useFocusOnShow } from './use-focus.js';

/** While the document is sent: progress in per cent and bytes, and the request to keep the page open. */
export function SendingView({ state, clinicName }: { state: Sending; clinicName: string }) {
  const { chosen, percent, loaded, pause, link } = state;
  const heading = useFocusOnShow<HTMLHeadingElement>();
  useLeaveWarning();
  const size = chosen.file.size;
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {copy.upload}
      </h1>
      <p className="lead">{copy.onItsWay(clinicName)}</p>
      <Facts facts={[[copy.facts.reference, link.patientRefId]]} />
      <div className="drop">
        <ChosenCard chosen={chosen} />
      </div>
      <div
        className="progress"
        role="progressbar"
        aria-label={copy.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className="progress-bar" style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
      <p className="progress-figures">
        <span>{percent}%</span>
        <span className="muted">{copy.sentOf(formatSize(Math.min(loaded, size)), formatSize(size))}</span>
      </p>
      <p className="lead" role="status">
        {pause === 'lost' ? copy.reconnecting : pause === 'finishing' ? copy.finishing : copy.keepOpen}
      </p>
      <p className="unseen" aria-live="polite">
        {spokenProgress(percent)}
      </p>
    </>
  );
}

/** The browser asks for confirmation before the page is left during an upload. */
function useLeaveWarning() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Browsers before 2023 ask only when this is set.
      event.returnValue = '';
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
