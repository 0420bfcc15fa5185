import { useEffect, useState } from 'react';
import type { Look } from '../look/look-dialog.js';
import type { Ready } from '../page-state.js';
import { useCopy } from '../copy-context.js';
import type { Scan } from '../use-scan.js';

interface Props {
  state: Ready;
  scan: Scan;
  onLook: (look: Look) => void;
  onAdd: () => void;
  onRetake: (id: string) => void;
}

/** The list of pages. After a reload, the scanner's chunk must load first. */
export function ScanField({ state, scan, ...on }: Props) {
  const copy = useCopy();
  const { part, open, changePages } = scan;
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!part && !failed) void open().then((loaded) => setFailed(!loaded));
  }, [part, failed, open]);

  if (part)
    return (
      <part.PageList
        scanCopy={part.scanCopy}
        pages={state.pages}
        busy={state.working !== null}
        onChange={changePages}
        {...on}
      />
    );
  return (
    <div className="chosen">
      <strong className="chosen-text">{copy.pages.count({ count: state.pages.length })}</strong>
      {failed && (
        <button type="button" className="button compact" onClick={() => setFailed(false)}>
          {copy.notSent.tryAgain()}
        </button>
      )}
    </div>
  );
}
