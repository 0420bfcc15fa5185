import { clinicParams, loadRequestCopy, type RequestCopy } from '@caredrop/patient-copy';
import { useCopyPart, type CopyPart } from '../copy-part.js';
import { DocumentHeading } from './document-heading.js';
import type { LinkDocument } from './open-request.js';

interface Props {
  part: CopyPart<RequestCopy>;
  document: LinkDocument;
  /** Null when none is configured. */
  clinicName: string | null;
}

/** States at the top of the form that the clinic asks for several documents, and which one this link is for. */
export function RequestLead({ part, document: { position, count, optional, label }, clinicName }: Props) {
  const request = useCopyPart(loadRequestCopy, part);
  return (
    <>
      <p className="lead">{request.asks(clinicParams(clinicName))}</p>
      <div className="notice fixable document-asked">
        <DocumentHeading place={request.document({ position, count })} label={label} />
        {optional && <p>{request.optional()}</p>}
      </div>
    </>
  );
}
