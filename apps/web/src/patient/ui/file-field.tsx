import type { PatientCopy } from '@caredrop/patient-copy';
import { useLayoutEffect, useRef, useState, type DragEvent } from 'react';
import type { ChosenFile } from '../file/chosen-file.js';
import type { Look } from '../look/look-dialog.js';
import type { Ready } from '../page-state.js';
import { useCopy } from '../copy-context.js';
import type { Choice } from '../use-file-choice.js';
import type { FilePart } from '../use-file-part.js';
import { canScan, type Scan } from '../use-scan.js';
import { ChosenCard } from './chosen-card.js';
import { FileProblemNote } from './file-problem-note.js';
import { ScanField } from './scan-field.js';
import { Pickers } from './pickers.js';
import { usePreventDropElsewhere } from './use-prevent-drop.js';

/**
 * Named types rather than image/*: iPhones then provide a JPEG instead of HEIC. Only a hint to the picker;
 * the rule is in `file-rules.ts`. With the camera, PDF must not be listed, or Android opens its file picker.
 */
const accept = { files: 'image/jpeg,image/png,application/pdf', camera: 'image/jpeg,image/png' };

interface Props {
  state: Ready;
  scan: Scan;
  filePart: FilePart | null;
  onFiles: (files: File[], as: Choice) => void;
  onMend: (chosen: ChosenFile) => void;
  onLook: (look: Look) => void;
}

/** The page's one file input, behind two buttons and, with a mouse, a drop zone. */
export function FileField({ state, scan, filePart, onFiles, onMend, onLook }: Props) {
  const copy = useCopy();
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLDivElement>(null);
  const choice = useRef<Choice>({});
  const [over, setOver] = useState(false);
  usePreventDropElsewhere();
  const { chosen, pages, working, attention } = state;
  const hasPages = pages.length > 0;
  useFocusInZone(zone, hasPages);
  const problem = state.fileProblem ?? chosen?.problem ?? null;

  const open = (camera: boolean, as: Choice = {}) => {
    const picker = input.current;
    if (!picker) return;
    choice.current = as;
    picker.multiple = !camera && canScan();
    picker.accept = camera ? accept.camera : accept.files;
    if (camera) picker.setAttribute('capture', 'environment');
    else picker.removeAttribute('capture');
    picker.click();
  };
  const take = (files: FileList | null, folder = false) => {
    const page = hasPages || choice.current.page;
    onFiles(Array.from(files ?? []), { ...choice.current, page, folder });
    choice.current = {};
    // Choosing the same file again must also count as a change.
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files, hasFolder(event.dataTransfer));
  };

  /** Opens the camera in the page, or the phone's camera app. */
  const takePage = (as: Choice) => scan.openCamera(as.replaces ?? null, () => open(true, as));

  return (
    <div className="field">
      <label htmlFor="document">{copy.form.document()}</label>
      <p id="document-help" className="muted small">
        {copy.form.accepted()}
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
      {state.kept && copy.kept && (
        <p className="notice kept" role="status">
          {keptText(copy.kept, state.kept)}
        </p>
      )}
      <div
        ref={zone}
        className={over ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {hasPages ? (
          <ScanField
            state={state}
            scan={scan}
            onLook={onLook}
            onAdd={() => takePage({ page: true })}
            onRetake={(replaces) => takePage({ page: true, replaces })}
          />
        ) : (
          <>
            <ChosenCard
              chosen={chosen}
              isStuck={!!chosen?.problem && !chosen.ready && !filePart?.canBePictures(chosen, problem)}
              look={filePart?.adviceCopy.look.open}
              onLook={onLook}
              onChange={() => open(false)}
              onAddPage={
                chosen && isPage(chosen) && !working ? () => void scan.addPageTo(chosen.file) : undefined
              }
            />
            {!chosen && <Pickers onOpen={(camera) => (camera ? takePage({}) : open(false))} />}
          </>
        )}
      </div>
      <div id="document-problem">
        <FileProblemNote part={scan.part} {...{ filePart, problem, chosen, working, attention, onMend }} />
      </div>
    </div>
  );
}

function keptText(
  kept: NonNullable<PatientCopy['kept']>,
  { pages, file }: NonNullable<Ready['kept']>,
): string {
  if (pages > 0) return kept.pages({ count: pages });
  return file ? kept.file() : kept.comment();
}

/** Whether a folder was dropped, which browsers pass as a file that cannot be read. */
const hasFolder = ({ items }: DataTransfer) =>
  Array.from(items ?? []).some((item) => item.webkitGetAsEntry?.()?.isDirectory);

/** Whether the file can become the first of several pages. */
const isPage = ({ kind, problem }: ChosenFile) =>
  canScan() && !problem && (kind === 'image/jpeg' || kind === 'image/png');

/**
 * Focuses a button when the focused one no longer exists, because a file was chosen or the last page was deleted. For a
 * file it is 'Change': the name of the preview's button contains that of the file, which is announced anyway.
 */
function useFocusInZone(zone: { current: HTMLElement | null }, hasPages: boolean) {
  const hadFocus = zone.current?.contains(document.activeElement);
  const had = useRef(hasPages);
  useLayoutEffect(() => {
    const isLost = hadFocus && document.activeElement === document.body;
    if (isLost || (had.current && !hasPages))
      zone.current?.querySelector<HTMLElement>('.chosen-actions button, .pickers button')?.focus();
    had.current = hasPages;
  });
}
