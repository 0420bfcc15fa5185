import type { ScanCopy } from '@caredrop/patient-copy';
import { IconCamera } from '@tabler/icons-react';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useCopy } from '../copy-context.js';
import { useDialog } from '../ui/use-dialog.js';
import { closeCamera, focusAt, openCamera, takePicture } from './camera.js';
import { hasHint, HintNote } from './hint-note.js';
import { listHeadingId } from './page-list.js';
import { changePage, maxPages, type PagesChange, type ScanPage } from './scan-page.js';
import { useObjectUrl } from './use-object-url.js';

type Step = 'starting' | 'live' | 'saving' | 'review';

interface Props {
  scanCopy: ScanCopy;
  pages: readonly ScanPage[];
  /** The page that is taken again; null for a new one. */
  replaces: string | null;
  onPhoto: (photo: Promise<Blob>, replaces: string | null) => Promise<ScanPage[]>;
  onChange: (change: PagesChange) => void;
  onClose: () => void;
  /** Access to the camera is denied, or the camera is missing or in use. */
  onRejected: () => void;
}

/**
 * Takes pages with the camera. The next page can be taken only once this one is on the list and stored, unless the
 * browser cannot store it or is slow.
 */
export function CameraDialog({ scanCopy, pages, replaces, onPhoto, onChange, onClose, onRejected }: Props) {
  const copy = useCopy();
  const dialog = useDialog(onClose);
  useFocusOnList();
  const [step, setStep] = useState<Step>('starting');
  const [target, setTarget] = useState(replaces);
  const [taken, setTaken] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const { video, stream } = useCamera({
    // A page that is being saved or reviewed stays: otherwise the next photo would replace it.
    onLive: () => setStep((now) => (now === 'starting' ? 'live' : now)),
    onEnded: () => setStep((now) => (now === 'live' ? 'starting' : now)),
    onRejected,
  });
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (step === 'live' || step === 'review') actions.current?.querySelector('button')?.focus();
  }, [step]);

  const page = step === 'review' ? pages.find(({ id }) => id === taken) : undefined;
  const at = pages.findIndex(({ id }) => id === (page ? taken : target));
  const number = at < 0 ? pages.length + 1 : at + 1;

  const showStream = () => setStep(stream.current ? 'live' : 'starting');
  const shoot = async () => {
    if (!stream.current || !video.current) return;
    setStep('saving');
    setFailed(false);
    try {
      const [made] = await onPhoto(takePicture(stream.current, video.current), target);
      setTaken(made!.id);
      setTarget(made!.id);
      setStep('review');
    } catch {
      // The photo cannot be decoded or the device is short of memory: another one may work.
      setFailed(true);
      showStream();
    }
  };
  const goLive = (next: string | null) => {
    setTarget(next);
    showStream();
    void video.current?.play();
  };
  const onTap = (event: MouseEvent<HTMLVideoElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    if (stream.current)
      void focusAt(stream.current, (event.clientX - left) / width, (event.clientY - top) / height);
  };

  return (
    <div className="backdrop scan-backdrop">
      <div
        className="dialog scan-dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby="camera-title"
        ref={dialog}
        tabIndex={-1}
      >
        <div className="dialog-head">
          <h2 id="camera-title">{scanCopy.page({ number })}</h2>
        </div>
        <video
          ref={video}
          className={page ? 'scan-video away' : 'scan-video'}
          muted
          playsInline
          onClick={onTap}
        />
        {page && <Preview page={page} />}
        <p role="status">
          {page ? scanCopy.added({ number }) : failed ? scanCopy.failed() : statusOf(scanCopy, step)}
        </p>
        <div className="scan-choices" ref={actions}>
          {page && hasHint(page) ? (
            <HintNote
              scanCopy={scanCopy}
              page={page}
              number={number}
              onRetake={() => goLive(page.id)}
              onUse={() => {
                onChange((all) => changePage(all, page.id, () => ({ hint: null })));
                requestAnimationFrame(() => actions.current?.querySelector('button')?.focus());
              }}
            />
          ) : page ? (
            <>
              <button type="button" className="button primary large" onClick={onClose}>
                {scanCopy.done()}
              </button>
              {pages.length < maxPages && (
                <button type="button" className="button large" onClick={() => goLive(null)}>
                  {copy.pages.add()}
                </button>
              )}
              <button
                type="button"
                className="button"
                aria-label={scanCopy.actionsOn.retake({ number })}
                onClick={() => goLive(page.id)}
              >
                {scanCopy.actions.retake()}
              </button>
            </>
          ) : (
            <>
              <button
                type="button"
                className="button primary large"
                disabled={step !== 'live'}
                onClick={() => void shoot()}
              >
                <IconCamera size={24} stroke={1.75} aria-hidden="true" />
                {scanCopy.shoot()}
              </button>
              <button type="button" className="button" onClick={onClose}>
                {pages.length > 0 ? scanCopy.done() : scanCopy.cancel()}
              </button>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function statusOf(scanCopy: ScanCopy, step: Step): string {
  if (step === 'review') return '';
  return scanCopy[step === 'live' ? 'frame' : step]();
}

function Preview({ page: { thumbnail } }: { page: ScanPage }) {
  const url = useObjectUrl(thumbnail);
  return url ? <img className="scan-preview" src={url} alt="" /> : null;
}

/** Shows the camera's stream in a video while the dialog is open; opens the camera again if the device stops it. */
function useCamera(callbacks: { onLive: () => void; onEnded: () => void; onRejected: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream | null>(null);
  const [round, setRound] = useState(0);
  const events = useRef(callbacks);
  events.current = callbacks;

  useEffect(() => {
    let isOpen = true;
    const start = async () => {
      const opened = await openCamera();
      if (!isOpen || !video.current) return closeCamera(opened);
      stream.current = opened;
      opened.getVideoTracks().forEach((track) => {
        track.onended = () => {
          events.current.onEnded();
          setRound((count) => count + 1);
        };
      });
      video.current.srcObject = opened;
      await video.current.play();
      if (isOpen) events.current.onLive();
    };
    start().catch(() => isOpen && events.current.onRejected());
    return () => {
      isOpen = false;
      if (stream.current) closeCamera(stream.current);
      stream.current = null;
    };
  }, [round]);
  return { video, stream };
}

/** Focuses the list on close if the button that opened the dialog no longer exists. */
function useFocusOnList() {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(listHeadingId)?.focus();
    },
    [],
  );
}
