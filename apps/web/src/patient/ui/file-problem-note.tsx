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
  /** The scanner, which contains the sentences for its problems; null until it is loaded. */
  part: ScanPart | null;
  /** The sentences about files; null until they are loaded. */
  filePart: FilePart | null;
  chosen: ChosenFile | null;
  working: Ready['working'];
  attention: number;
  onMend: (chosen: ChosenFile) => void;
}

/** Below the file: the work in progress, why it cannot be sent with a one-tap fix, or a warning. */
export function FileProblemNote({ problem, part, filePart, chosen, working, attention, onMend }: Props) {
  const copy = useCopy();
  const note = useFocusOnAttention<HTMLDivElement>(problem ? attention : 0);
  if (working) return <p role="status">{copy.working[working]()}</p>;
  if (!problem) return chosen && <Remarks chosen={chosen} filePart={filePart} />;
  const { why, advice } = textsOf(copy, part, filePart, problem, chosen);
  const ready = problem === chosen?.problem ? chosen.ready : null;
  return (
    <div className={ready ? 'notice fixable' : 'notice danger'} ref={note} tabIndex={-1}>
      <p role="alert">
        <strong>{why}</strong>
      </p>
      {advice.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {ready && filePart && (
        <button type="button" className="button primary" onClick={() => onMend(chosen!)}>
          {ready.change.pages ? filePart.adviceCopy.makePdf() : copy.remedy[ready.change.by]()}
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
    const { why, advice } = part!.problemTexts(copy, part!.scanCopy, problem);
    return { why, advice: [advice] };
  }
  const why = <Reason of={problem.reason} />;
  if (!filePart) return { why, advice: problem.advice === 'missing' ? [] : [copy.next.network()] };
  return { why, advice: filePart.adviceTexts(copy, filePart.adviceCopy, problem, chosen) };
}

function Remarks({ chosen, filePart }: { chosen: ChosenFile; filePart: FilePart | null }) {
  const copy = useCopy();
  const { file, change, warning } = chosen;
  return (
    <>
      {change && (
        <p className="muted" role="status">
          {changeText(copy, filePart, change, file.size)}
        </p>
      )}
      {warning && filePart && (
        <div className="notice warning" role="status">
          {filePart.warningTexts(copy, filePart.adviceCopy, warning).map((text) => (
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
