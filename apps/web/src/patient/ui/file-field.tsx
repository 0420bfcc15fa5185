import { useRef, useState, type DragEvent } from 'react';
import type { ChosenFile } from '../file/chosen-file.js';
import type { Remedy } from '../file/file-rules.js';
import type { Ready } from '../page-state.js';
import { copy } from '../copy.js';
import { ChosenCard } from './chosen-card.js';
import { FileProblemNote } from './file-problem-note.js';
import { Pickers } from './pickers.js';
import { usePreventDropElsewhere } from './use-prevent-drop.js';

/**
 * Named types rather than image/*: iPhones then provide a JPEG instead of HEIC. Only a hint to the picker;
 * the rule is in `file-rules.ts`. With the camera, PDF must not be listed, or Android opens its file picker.
 */
const accept = { files: 'image/jpeg,image/png,application/pdf', camera: 'image/jpeg,image/png' };

interface Props {
  state: Ready;
  onFiles: (files: File[]) => void;
  onMend: (chosen: ChosenFile, remedy: Remedy) => void;
}

/** The page's one file input, behind two buttons and, with a mouse, a drop zone. */
export function FileField({ state, onFiles, onMend }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  usePreventDropElsewhere();
  const { chosen, working, attention } = state;
  const problem = state.fileProblem ?? chosen?.problem ?? null;

  const open = (camera: boolean) => {
    const picker = input.current;
    if (!picker) return;
    picker.accept = camera ? accept.camera : accept.files;
    if (camera) picker.setAttribute('capture', 'environment');
    else picker.removeAttribute('capture');
    picker.click();
  };
  const take = (files: FileList | null) => {
    onFiles(Array.from(files ?? []));
    // Choosing the same file again must count as a change, too.
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };

  return (
    <div className="field">
      <label htmlFor="document">{copy.document}</label>
      <p id="document-help" className="muted small">
        {copy.accepted}
      </p>
      <input
        ref={input}
        id="document"
        className="unseen"
        type="file"
        tabIndex={-1}
        accept={accept.files}
        aria-describedby="document-help document-problem"
        aria-invalid={problem !== null}
        onChange={(event) => take(event.target.files)}
      />
      <div
        className={over ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {chosen ? <ChosenCard chosen={chosen} onChange={() => open(false)} /> : <Pickers onOpen={open} />}
      </div>
      <div id="document-problem">
        <FileProblemNote {...{ problem, chosen, working, attention, onMend }} />
      </div>
    </div>
  );
}
