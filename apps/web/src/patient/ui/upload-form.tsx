import { clinicParams, formatMoment, type PatientCopy } from '@caredrop/patient-copy';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import type { ChosenFile } from '../file/chosen-file.js';
import type { Remedy } from '../file/file-rules.js';
import type { Ready } from '../page-state.js';
import { useCopy } from '../copy-context.js';
import type { Choice } from '../use-file-choice.js';
import type { Scan } from '../use-scan.js';
import { CommentField } from './comment-field.js';
import { Facts } from './facts.js';
import { FailureNotice } from './failure-notice.js';
import { FileField } from './file-field.js';

interface Props {
  state: Ready;
  clinicName: string | null;
  onGuide: () => void;
  scan: Scan;
  onFiles: (files: File[], as: Choice) => void;
  onMend: (chosen: ChosenFile, remedy: Remedy) => void;
  onComment: (comment: string) => void;
  onSend: () => void;
  /** `language`: that of the page. */
  onCant: (language: string) => void;
}

/** The upload form: shows the request, its reference and expiry; takes one file and an optional comment. */
export function UploadForm({
  state,
  clinicName,
  scan,
  onGuide,
  onFiles,
  onMend,
  onComment,
  onSend,
  onCant,
}: Props) {
  const copy = useCopy();
  const clinic = clinicParams(clinicName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <>
      <h1>{copy.form.upload()}</h1>
      <p className="lead">{copy.form.request(clinic)}</p>
      <Facts facts={factsOf(copy, state)} />
      <button type="button" className="button quiet" onClick={onGuide}>
        <IconPlayerPlay size={20} stroke={1.75} aria-hidden="true" />
        {copy.guide.watch()}
      </button>
      <form noValidate onSubmit={submit}>
        <FileField state={state} scan={scan} onFiles={onFiles} onMend={onMend} />
        <CommentField state={state} onComment={onComment} />
        {state.failure && <FailureNotice failure={state.failure} onTryAgain={onSend} />}
        <p className="privacy">
          {copy.form.privacy(clinic)} {copy.form.intimate()}
        </p>
        <button type="submit" className="button primary large">
          {copy.form.upload()}
        </button>
      </form>
      <button type="button" className="button quiet" onClick={() => onCant(copy.language.id)}>
        {copy.form.cant()}
      </button>
    </>
  );
}

function factsOf(copy: PatientCopy, { link }: Ready) {
  const reference = [copy.facts.reference(), link.patientRefId] as const;
  return link.expiresAt === null
    ? [reference]
    : [reference, [copy.facts.sendBy(), formatMoment(copy, link.expiresAt)] as const];
}
