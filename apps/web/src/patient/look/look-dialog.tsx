import type { AdviceCopy } from '@caredrop/patient-copy';
import { IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useCopy } from '../copy-context.js';
import { showPicture, type Shown } from './show-picture.js';

/** The picture in the dialog: a chosen file, or a page of the list. */
export interface Look {
  picture: Blob;
  /** The name of the file, or of the page in the list ("Page 2"). */
  name: string;
  /** Quarter turns clockwise. */
  turns: number;
}

interface Props {
  adviceCopy: AdviceCopy;
  look: Look;
  onClose: () => void;
}

/**
 * Shows a picture fitted to the screen, or at full size, where it scrolls with the arrow keys and by touch. For a PDF
 * it shows the first page. A browser with modal dialogs closes it on Escape and on the Back gesture.
 */
export function LookDialog({ adviceCopy, look, onClose }: Props) {
  const copy = useCopy();
  const dialog = useModal();
  const [isReal, setReal] = useState(false);
  const { shown, failed } = useShown(look);
  const Zoom = isReal ? IconZoomOut : IconZoomIn;
  return (
    <dialog className="look" ref={dialog} aria-label={look.name} onClose={onClose}>
      <div className="look-head">
        <strong className="file-name" dir="auto">
          {look.name}
        </strong>
        {shown?.pages && <span className="small">{copy.pages.count({ count: shown.pages })}</span>}
        <button type="button" className="button compact" onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
          {adviceCopy.look.close()}
        </button>
      </div>
      {shown ? (
        <div
          className={isReal ? 'look-picture real' : 'look-picture'}
          tabIndex={0}
          role="img"
          aria-label={look.name}
        >
          <img src={shown.url} alt="" />
        </div>
      ) : (
        <p role={failed ? 'alert' : 'status'}>
          {failed ? copy.errors.page_file_unreadable() : copy.working.reading()}
        </p>
      )}
      {shown && (
        <button type="button" className="button compact" onClick={() => setReal(!isReal)}>
          <Zoom size={20} stroke={1.75} aria-hidden="true" />
          {isReal ? adviceCopy.look.fit() : adviceCopy.look.real()}
        </button>
      )}
    </dialog>
  );
}

/** Opens the element as a modal dialog; browsers without modal dialogs (Safari before 15.4) show it over the page. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    const opener = document.activeElement;
    document.body.classList.add('behind-dialog');
    if (element.showModal) element.showModal();
    else element.setAttribute('open', '');
    return () => {
      document.body.classList.remove('behind-dialog');
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return dialog;
}

/** Prepares the picture; `shown` is null until it is ready. */
function useShown(look: Look): { shown: Shown | null; failed: boolean } {
  const [shown, setShown] = useState<Shown | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let release = () => undefined as void;
    let isOpen = true;
    showPicture(look).then(
      (made) => {
        release = () => URL.revokeObjectURL(made.url);
        if (isOpen) setShown(made);
        else release();
      },
      () => isOpen && setFailed(true),
    );
    return () => {
      isOpen = false;
      release();
    };
  }, [look]);
  return { shown, failed };
}
