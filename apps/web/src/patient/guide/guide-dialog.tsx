import type { CaptionCopy } from '@caredrop/patient-copy';
import { IconX } from '@tabler/icons-react';
import { useDialog } from '../ui/use-dialog.js';
import { useCopy } from '../copy-context.js';
import { guideSteps } from './guide-steps.js';

/** The 45-second guide: a captioned video that starts by itself, and the same content as text. Escape closes it. */
export function GuideDialog({ captions, onClose }: { captions: CaptionCopy; onClose: () => void }) {
  const copy = useCopy();
  const dialog = useDialog(onClose);
  return (
    <div className="backdrop" onMouseDown={(event) => event.target === event.currentTarget && onClose()}>
      <div
        className="dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby="guide-title"
        ref={dialog}
        tabIndex={-1}
      >
        <div className="dialog-head">
          <h2 id="guide-title">{captions.heading()}</h2>
          <button type="button" className="button compact" onClick={onClose}>
            <IconX size={20} stroke={1.75} aria-hidden="true" />
            {captions.close()}
          </button>
        </div>
        <video
          controls
          autoPlay
          muted
          playsInline
          preload="auto"
          poster="/guide/guide.jpg"
          width={720}
          height={900}
        >
          <source src="/guide/guide.mp4" type="video/mp4" />
          <source src="/guide/guide.webm" type="video/webm" />
          <track
            kind="captions"
            src={`/guide/guide.${copy.language.id}.vtt`}
            srcLang={copy.language.id}
            label={copy.language.name}
            default
          />
        </video>
        <details>
          <summary>{captions.inWords()}</summary>
          <ol>
            {guideSteps.map(({ caption }) => (
              <li key={caption}>{captions[caption]()}</li>
            ))}
          </ol>
        </details>
      </div>
    </div>
  );
}
