import type { ChosenFile } from '../file/chosen-file.js';
import type { FileProblem, Remedy } from '../file/file-rules.js';
import type { Ready } from '../page-state.js';
import { copy } from '../copy.js';
import { useFocusOnAttention } from './use-focus.js';

interface Props {
  problem: FileProblem | null;
  chosen: ChosenFile | null;
  working: Ready['working'];
  attention: number;
  onMend: (chosen: ChosenFile, remedy: Remedy) => void;
}

/** Below the file: what is being done to it, why it cannot be sent with a one-tap fix, or a warning. */
export function FileProblemNote({ problem, chosen, working, attention, onMend }: Props) {
  const note = useFocusOnAttention<HTMLDivElement>(problem ? attention : 0);
  if (working) return <p role="status">{copy.working[working]}</p>;
  if (!problem) return chosen && <Remarks chosen={chosen} />;
  const { message, advice, remedy } = problem;
  return (
    <div className="notice danger" ref={note} tabIndex={-1}>
      <p role="alert">
        <strong>{message}</strong>
      </p>
      <p>{advice}</p>
      {chosen && remedy && (
        <button type="button" className="button" onClick={() => onMend(chosen, remedy)}>
          {copy.remedy[remedy]}
        </button>
      )}
    </div>
  );
}

function Remarks({ chosen: { note, warning } }: { chosen: ChosenFile }) {
  return (
    <>
      {note && (
        <p className="muted" role="status">
          {note}
        </p>
      )}
      {warning && (
        <p className="notice warning" role="status">
          {warning}
        </p>
      )}
    </>
  );
}
