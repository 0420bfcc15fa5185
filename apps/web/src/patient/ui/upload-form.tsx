import { clinicParams, formatMoment, type PatientCopy } from '@caredrop/patient-copy';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import type { ChosenFile } from '../file/chosen-file.js';
import type { Look } from '../look/look-dialog.js';
import type { Ready } from '../page-state.js';
import { useCopy } from '../copy-context.js';
import type { Choice } from '../use-file-choice.js';
import type { FilePart } from '../use-file-part.js';
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
  filePart: FilePart | null;
  onFiles: (files: File[], as: Choice) => void;
  onMend: (chosen: ChosenFile) => void;
  onLook: (look: Look) => void;
  onComment: (comment: string) => void;
  onSend: () => void;
  onCant: () => void;
  /** The link's token. */
  token: string;
}

/** The upload form: shows the request, its reference and expiry; takes one file and an optional comment. */
export function UploadForm({ state, clinicName, scan, filePart, onGuide, token, ...on }: Props) {
  const copy = useCopy();
  const clinic = clinicParams(clinicName);
  const { again, instructions, request } = state.link;
  const asked = request?.document;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    on.onSend();
  };
  return (
    <>
      <h1>{copy.form.upload()}</h1>
      {again && <again.Note {...again} />}
      {asked ? (
        <request.Lead {...request} document={asked} clinicName={clinicName} />
      ) : (
        <p className="lead">{copy.form.request(clinic)}</p>
      )}
      {instructions && <instructions.Text {...instructions} />}
      <Facts facts={factsOf(copy, state)} />
      <button type="button" className="button quiet" onClick={onGuide}>
        <IconPlayerPlay size={20} stroke={1.75} aria-hidden="true" />
        {copy.guide.watch()}
      </button>
      <form noValidate onSubmit={submit}>
        <FileField
          {...{ state, scan, filePart }}
          onFiles={on.onFiles}
          onMend={on.onMend}
          onLook={on.onLook}
        />
        <CommentField state={state} onComment={on.onComment} />
        {state.failure && <FailureNotice failure={state.failure} onTryAgain={on.onSend} />}
        <p className="privacy">
          {copy.form.privacy(clinic)} {copy.form.intimate()}
        </p>
        {/* Until there is something to send, the primary button takes a photo, fixes the file or changes it. */}
        <button type="submit" className={canSend(state) ? 'button primary large send' : 'button large'}>
          {copy.form.upload()}
        </button>
      </form>
      {request && asked?.optional && <request.Skip {...request} token={token} />}
      <button type="button" className="button quiet" onClick={on.onCant}>
        {copy.form.cant()}
      </button>
    </>
  );
}

/** Whether there are pages, or a file that is not refused. */
const canSend = ({ chosen, pages, fileProblem }: Ready) =>
  pages.length > 0 || (chosen !== null && (fileProblem ?? chosen.problem) === null);

function factsOf(copy: PatientCopy, { link }: Ready) {
  const reference = [copy.facts.reference(), link.patientRefId] as const;
  return link.expiresAt === null
    ? [reference]
    : [reference, [copy.facts.sendBy(), formatMoment(copy, link.expiresAt)] as const];
}
