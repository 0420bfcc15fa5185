import { formatSize, type PatientCopy } from '@caredrop/patient-copy';
import type { ReactNode } from 'react';
import type { ChosenFile, FileChange } from '../file/chosen-file.js';
import type { FileProblem } from '../file/file-rules.js';
import type { Ready } from '../page-state.js';
import type { ScanProblem } from '../scan/scan-problem.js';
import type { FilePart } from '../use-file-part.js';
import type { ScanPart } from '../use-scan.js';
import { useCopy } from '../copy-context.js';
import { Reason } from './reason.js';
import { useFocusOnAttention } from './use-focus.js';

interface Props {
  problem: FileProblem | ScanProblem | null;
  /** The scanner, which contains the copy for its problems; null until it is loaded. */
  part: ScanPart | null;
  /** The copy about files; null until it is loaded. */
  filePart: FilePart | null;
  chosen: ChosenFile | null;
  working: Ready['working'];
  attention: number;
  onMend: (chosen: ChosenFile) => void;
}

/** Shown below the file: the work in progress, or why the file cannot be sent and how to fix it, or remarks on it. */
export function FileProblemNote({ problem, part, filePart, chosen, working, attention, onMend }: Props) {
  const copy = useCopy();
  const note = useFocusOnAttention<HTMLDivElement>(problem ? attention : 0);
  if (working) return <p role="status">{copy.working[working]()}</p>;
  if (!problem) return chosen && <Remarks {...{ chosen, filePart, onMend }} />;
  const { why, advice } = textsOf(copy, part, filePart, problem, chosen);
  const ready = problem === chosen?.problem ? chosen.ready : null;
  const pictures = chosen && filePart?.canBePictures(chosen, problem) && filePart.adviceCopy.pictures;
  return (
    <div className={ready || pictures ? 'notice fixable' : 'notice danger'} ref={note} tabIndex={-1}>
      <p role="alert">
        <strong>{why}</strong>
      </p>
      {pictures && <Pictures pictures={pictures} isBest onSend={() => onMend(chosen)} />}
      {advice.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {ready && filePart && (
        <button type="button" className="button primary" onClick={() => onMend(chosen!)}>
          {ready.change.pages ? filePart.adviceCopy.makePdf() : filePart.adviceCopy.remedy[ready.change.by]()}
        </button>
      )}
    </div>
  );
}

function textsOf(
  copy: PatientCopy,
  part: ScanPart | null,
  filePart: FilePart | null,
  problem: FileProblem | ScanProblem,
  chosen: ChosenFile | null,
): { why: ReactNode; advice: string[] } {
  if ('scan' in problem) {
    // Only the scanner reports such a problem.
    const { why, advice } = part!.problemTexts(part!.scanCopy, problem);
    return { why, advice: advice === null ? [] : [advice] };
  }
  const why = <Reason of={problem.reason} />;
  if (!filePart) return { why, advice: problem.advice === 'missing' ? [] : [copy.next.network()] };
  return { why, advice: filePart.adviceTexts(copy, filePart.adviceCopy, problem, chosen) };
}

interface PicturesProps {
  pictures: FilePart['adviceCopy']['pictures'];
  /** Whether the file cannot be sent as it is. */
  isBest?: boolean;
  onSend: () => void;
}

/** Offers to send a PDF as pictures of its pages. */
function Pictures({ pictures, isBest, onSend }: PicturesProps) {
  return (
    <>
      <p>{pictures.what()}</p>
      <button type="button" className={isBest ? 'button primary' : 'button'} onClick={onSend}>
        {pictures.send()}
      </button>
    </>
  );
}

function Remarks({ chosen, filePart, onMend }: { chosen: ChosenFile } & Pick<Props, 'filePart' | 'onMend'>) {
  const copy = useCopy();
  const { file, change, warning } = chosen;
  const [first, ...rest] =
    warning && filePart ? filePart.warningTexts(copy, filePart.adviceCopy, warning) : [];
  return (
    <>
      {change && (
        <p className="muted" role="status">
          {changeText(copy, filePart, change, file.size)}
        </p>
      )}
      {first && (
        <div className="notice warning" role="status">
          <p>{first}</p>
          {filePart!.canBePictures(chosen, null) && (
            <Pictures pictures={filePart!.adviceCopy.pictures} onSend={() => onMend(chosen)} />
          )}
          {rest.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </>
  );
}

function changeText(
  copy: PatientCopy,
  filePart: FilePart | null,
  { by, sizeBefore, pages }: FileChange,
  size: number,
): string | undefined {
  if (pages && filePart) return filePart.adviceCopy.changedToPdf({ pages });
  if (by === 'convert') return copy.changed?.convert();
  return copy.changed?.shrink({ before: formatSize(copy, sizeBefore), after: formatSize(copy, size) });
}
