import { IconPlayerPlay } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { formatExact } from '../../shared/lib/format-time.js';
import type { ChosenFile } from '../file/chosen-file.js';
import type { Remedy } from '../file/file-rules.js';
import type { Ready } from '../page-state.js';
import { copy } from '../copy.js';
import { CommentField } from './comment-field.js';
import { Facts } from './facts.js';
import { FailureNotice } from './failure-notice.js';
import { FileField } from './file-field.js';

interface Props {
  state: Ready;
  clinicName: string;
  onGuide: () => void;
  onFiles: (files: File[]) => void;
  onMend: (chosen: ChosenFile, remedy: Remedy) => void;
  onComment: (comment: string) => void;
  onSend: () => void;
}

/** What is asked for, for which reference, until when; one file, one comment, one button. */
export function UploadForm({ state, clinicName, onGuide, onFiles, onMend, onComment, onSend }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <>
      <h1>{copy.upload}</h1>
      <p className="lead">{copy.request(clinicName)}</p>
      <Facts facts={factsOf(state)} />
      <button type="button" className="button quiet" onClick={onGuide}>
        <IconPlayerPlay size={20} stroke={1.75} aria-hidden="true" />
        {copy.guide.watch}
      </button>
      <form noValidate onSubmit={submit}>
        <FileField state={state} onFiles={onFiles} onMend={onMend} />
        <CommentField state={state} onComment={onComment} />
        {state.failure && <FailureNotice failure={state.failure} onTryAgain={onSend} />}
        <p className="privacy">
          {copy.privacy(clinicName)} {copy.intimate}
        </p>
        <button type="submit" className="button primary large">
          {copy.upload}
        </button>
      </form>
    </>
  );
}

function factsOf({ link }: Ready) {
  const reference = [copy.facts.reference, link.patientRefId] as const;
  return link.expiresAt === null
    ? [reference]
    : [reference, [copy.facts.sendBy, formatExact(link.expiresAt)] as const];
}
