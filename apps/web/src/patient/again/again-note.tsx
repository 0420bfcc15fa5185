import { loadAgainCopy, ownValue, type AgainCopy } from '@caredrop/patient-copy';
import { useCopyPart, type CopyPart } from '../copy-part.js';

interface Props {
  reason: string;
  words: string | null;
  part: CopyPart<AgainCopy>;
}

/** Shows above the form why the clinic asks for the document again; for an unknown reason, only that it asks. */
export function AgainNote({ reason, words, part }: Props) {
  const again = useCopyPart(loadAgainCopy, part);
  const sentence = ownValue(again, reason) ?? again.own_words;
  return (
    <div className="notice warning again" role="note">
      <p>
        <strong>{sentence()}</strong>
      </p>
      {words && <p dir="auto">{words}</p>}
    </div>
  );
}
