import { formatSize, type PatientCopy } from '@caredrop/patient-copy';
import type { ReactNode } from 'react';
import type { ChosenFile, FileChange } from '../file/chosen-file.js';
import type { FileProblem, Remedy } from '../file/file-rules.js';
import type { Ready } from '../page-state.js';
import type { ScanProblem } from '../scan/scan-problem.js';
import type { ScanPart } from '../use-scan.js';
import { useCopy } from '../copy-context.js';
import { Reason } from './reason.js';
import { useFocusOnAttention } from './use-focus.js';

interface Props {
  problem: FileProblem | ScanProblem | null;
  /** The scanner, which has the sentences of its problems; null until it is loaded. */
  part: ScanPart | null;
  chosen: ChosenFile | null;
  working: Ready['working'];
  attention: number;
  onMend: (chosen: ChosenFile, remedy: Remedy) => void;
}

/** Below the file: what is being done to it, why it cannot be sent with a one-tap fix, or a warning. */
export function FileProblemNote({ problem, part, chosen, working, attention, onMend }: Props) {
  const copy = useCopy();
  const note = useFocusOnAttention<HTMLDivElement>(problem ? attention : 0);
  if (working) return <p role="status">{copy.working[working]()}</p>;
  if (!problem) return chosen && <Remarks chosen={chosen} />;
  const remedy = 'scan' in problem ? null : problem.remedy;
  const { why, advice } = textsOf(copy, part, problem);
  return (
    <div className="notice danger" ref={note} tabIndex={-1}>
      <p role="alert">
        <strong>{why}</strong>
      </p>
      <p>{advice}</p>
      {chosen && remedy && (
        <button type="button" className="button" onClick={() => onMend(chosen, remedy)}>
          {copy.remedy[remedy]()}
        </button>
      )}
    </div>
  );
}

function textsOf(
  copy: PatientCopy,
  part: ScanPart | null,
  problem: FileProblem | ScanProblem,
): { why: ReactNode; advice: string } {
  if (!('scan' in problem))
    return { why: <Reason of={problem.reason} />, advice: copy.advice?.[problem.advice]() ?? '' };
  // Only the scanner reports such a problem.
  return part!.problemTexts(copy, part!.scanCopy, problem);
}

function Remarks({ chosen: { file, change, isProtected } }: { chosen: ChosenFile }) {
  const copy = useCopy();
  return (
    <>
      {change && (
        <p className="muted" role="status">
          {changeText(copy, change, file.size)}
        </p>
      )}
      {isProtected && (
        <p className="notice warning" role="status">
          {copy.changed?.protectedPdf()}
        </p>
      )}
    </>
  );
}

const changeText = (copy: PatientCopy, { by, sizeBefore }: FileChange, size: number) =>
  by === 'shrink'
    ? copy.changed?.shrink({ before: formatSize(copy, sizeBefore), after: formatSize(copy, size) })
    : copy.changed?.convert();
