import type { ScanCopy } from '@caredrop/patient-copy';
import type { ScanPage } from './scan-page.js';

interface Props {
  scanCopy: ScanCopy;
  page: ScanPage & { hint: NonNullable<ScanPage['hint']> };
  number: number;
  busy?: boolean;
  onRetake: () => void;
  onUse: () => void;
}

/** What looks wrong with a page, and the choice: take it again or use it as it is. */
export function HintNote({ scanCopy, page, number, busy, onRetake, onUse }: Props) {
  return (
    <div className="notice warning">
      <p role="status">{scanCopy.hint[page.hint]()}</p>
      <div className="scan-choices">
        <button
          type="button"
          className="button"
          disabled={busy}
          aria-label={scanCopy.actionsOn.retake({ number })}
          onClick={onRetake}
        >
          {scanCopy.actions.retake()}
        </button>
        <button type="button" className="button" disabled={busy} onClick={onUse}>
          {scanCopy.useAnyway()}
        </button>
      </div>
    </div>
  );
}

/** Narrows a page to one with a hint. */
export const hasHint = (page: ScanPage): page is Props['page'] => page.hint !== null;
