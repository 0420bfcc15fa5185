import { formatSize, type ScanCopy } from '@caredrop/patient-copy';
import {
  IconArrowDown,
  IconArrowUp,
  IconCamera,
  IconPlus,
  IconRotateClockwise,
  IconTrash,
} from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type ComponentType } from 'react';
import { useCopy } from '../copy-context.js';
import { hasHint, HintNote } from './hint-note.js';
import {
  changePage,
  maxPages,
  movePage,
  removePage,
  restorePage,
  type PagesChange,
  type ScanPage,
} from './scan-page.js';
import { useObjectUrl } from './use-object-url.js';

/** Fallback for the focus when the camera closes or a page's button no longer exists. */
export const listHeadingId = 'scan-heading';

interface Props {
  scanCopy: ScanCopy;
  pages: readonly ScanPage[];
  /** The pages must not change while they are assembled or others are read. */
  busy: boolean;
  onChange: (change: PagesChange) => void;
  onLook: (look: { picture: Blob; name: string; turns: number }) => void;
  onAdd: () => void;
  onRetake: (id: string) => void;
}

type Action = 'retake' | 'rotate' | 'up' | 'down' | 'delete';

/** The pages in the order in which they are sent; each can be taken again, turned, moved and deleted. */
export function PageList({ scanCopy, pages, busy, onChange, onLook, onAdd, onRetake }: Props) {
  const copy = useCopy();
  const [said, setSaid] = useState('');
  const [deleted, setDeleted] = useState<{ page: ScanPage; at: number } | null>(null);
  const focusLater = useFocusLater(pages);

  const act = (action: Action, page: ScanPage, at: number) => {
    setDeleted(null);
    switch (action) {
      case 'retake':
        return onRetake(page.id);
      case 'rotate':
        onChange((all) => changePage(all, page.id, ({ turns }) => ({ turns: (turns + 1) % 4 })));
        return setSaid(scanCopy.rotated({ number: at + 1 }));
      case 'delete':
        onChange((all) => removePage(all, page.id));
        setDeleted({ page, at });
        setSaid('');
        return focusLater('scan-undo', listHeadingId);
      case 'up':
      case 'down': {
        const by = action === 'up' ? -1 : 1;
        onChange((all) => movePage(all, page.id, by));
        setSaid(scanCopy.moved({ number: at + 1 + by }));
        // At either end the button becomes disabled; focus the opposite one instead.
        return focusLater(idOf(page, action), idOf(page, action === 'up' ? 'down' : 'up'));
      }
    }
  };

  const undo = () => {
    if (!deleted) return;
    onChange((all) => restorePage(all, deleted.page, deleted.at));
    setDeleted(null);
    focusLater(idOf(deleted.page, 'delete'), listHeadingId);
  };

  return (
    <div className="scan">
      <div className="scan-head">
        <h2 id={listHeadingId} tabIndex={-1}>
          {copy.pages.count({ count: pages.length })}
        </h2>
        <span className="muted small">{scanCopy.size({ size: formatSize(copy, sizeOf(pages)) })}</span>
      </div>
      {pages.some(({ ofPdf }) => ofPdf) && <p className="notice kept">{scanCopy.ofPdf()}</p>}
      <ol className="scan-pages">
        {pages.map((page, at) => (
          <li key={page.id} className="scan-page">
            <button
              type="button"
              className="look-button"
              aria-label={scanCopy.look({ number: at + 1 })}
              onClick={() =>
                onLook({ picture: page.jpeg, name: scanCopy.page({ number: at + 1 }), turns: page.turns })
              }
            >
              <Thumbnail page={page} />
            </button>
            <div className="scan-page-text">
              <strong>{scanCopy.page({ number: at + 1 })}</strong>
              <span className="muted small">{formatSize(copy, sizeOf([page]))}</span>
            </div>
            {hasHint(page) && (
              <HintNote
                scanCopy={scanCopy}
                page={page}
                number={at + 1}
                busy={busy}
                onRetake={() => onRetake(page.id)}
                onUse={() => {
                  onChange((all) => changePage(all, page.id, () => ({ hint: null })));
                  focusLater(idOf(page, 'retake'), listHeadingId);
                }}
              />
            )}
            <div className="scan-actions">
              {actions.map(({ action, Icon }) => (
                <button
                  key={action}
                  id={idOf(page, action)}
                  type="button"
                  className="scan-action"
                  disabled={busy || isAtEnd(action, at, pages.length)}
                  aria-label={scanCopy.actionsOn[action]({ number: at + 1 })}
                  onClick={() => act(action, page, at)}
                >
                  <Icon size={20} stroke={1.75} aria-hidden="true" />
                  {scanCopy.actions[action]()}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ol>
      {deleted && (
        <div className="scan-deleted">
          <p role="status">{scanCopy.deleted({ number: deleted.at + 1 })}</p>
          <button id="scan-undo" type="button" className="button compact" onClick={undo}>
            {scanCopy.undo()}
          </button>
        </div>
      )}
      <p className="unseen" role="status">
        {said}
      </p>
      <button
        id="scan-add"
        type="button"
        className="button large"
        disabled={busy || pages.length >= maxPages}
        onClick={onAdd}
      >
        <IconPlus size={24} stroke={1.75} aria-hidden="true" />
        {copy.pages.add()}
      </button>
      {pages.length >= maxPages && <p className="muted small">{scanCopy.problem.full({ most: maxPages })}</p>}
    </div>
  );
}

const actions: { action: Action; Icon: ComponentType<{ size: number; stroke: number }> }[] = [
  { action: 'retake', Icon: IconCamera },
  { action: 'rotate', Icon: IconRotateClockwise },
  { action: 'up', Icon: IconArrowUp },
  { action: 'down', Icon: IconArrowDown },
  { action: 'delete', Icon: IconTrash },
];

const idOf = ({ id }: ScanPage, action: Action) => `scan-${action}-${id}`;

const isAtEnd = (action: Action, at: number, count: number) =>
  (action === 'up' && at === 0) || (action === 'down' && at === count - 1);

const sizeOf = (pages: readonly ScanPage[]) =>
  pages.reduce((sum, { original, jpeg }) => sum + (original ?? jpeg).size, 0);

function Thumbnail({ page: { thumbnail, turns } }: { page: ScanPage }) {
  const url = useObjectUrl(thumbnail);
  return (
    <span className="scan-thumbnail">
      {url && <img src={url} alt="" style={{ transform: `rotate(${turns * 90}deg)` }} />}
    </span>
  );
}

/** Focuses the first of these elements that can take the focus, after the next change of the pages. */
function useFocusLater(pages: readonly ScanPage[]) {
  const wanted = useRef<string[]>([]);
  useLayoutEffect(() => {
    const found = wanted.current.map((id) => document.getElementById(id));
    wanted.current = [];
    found.find((element) => element && !element.matches(':disabled'))?.focus();
  }, [pages]);
  return (...ids: string[]) => void (wanted.current = ids);
}
