import { clinicParams, formatMoment, formatSize } from '@caredrop/patient-copy';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { saveBlob } from '../../shared/lib/save-blob.js';
import { receiptName, receiptText } from '../receipt/receipt-text.js';
import type { Success as SuccessState } from '../page-state.js';
import { useCopy } from '../copy-context.js';
import { Facts } from './facts.js';
import { useFocusOnShow } from './use-focus.js';

interface Props {
  state: SuccessState;
  token: string;
  /** Null when none is configured. */
  clinicName: string | null;
}

/**
 * The document has arrived, the link is used, and there is a receipt to keep. The last screen, unless the link is one of
 * several.
 */
export function Success({ state: { receipt, request }, token, clinicName }: Props) {
  const copy = useCopy();
  const heading = useFocusOnShow<HTMLHeadingElement>();
  const save = () => {
    const text = new Blob([receiptText(copy, receipt, clinicName)], { type: 'text/plain;charset=utf-8' });
    saveBlob(text, receiptName(copy, receipt.patientRefId));
  };
  const next = <p>{copy.done.next(clinicParams(clinicName))}</p>;
  return (
    <>
      <IconCircleCheck className="page-icon success" size={48} stroke={1.75} aria-hidden="true" />
      <h1 ref={heading} tabIndex={-1}>
        {copy.done.uploaded()}
      </h1>
      <p className="lead">{request ? copy.receipt.arrived() : copy.link.nowUsed()}</p>
      <Facts
        facts={[
          [copy.facts.reference(), receipt.patientRefId],
          [copy.facts.file(), receipt.fileName],
          [copy.facts.size(), formatSize(copy, receipt.fileSize)],
          [copy.facts.received(), formatMoment(copy, receipt.receivedAt)],
        ]}
      />
      {!request && next}
      <button type="button" className="button" onClick={save}>
        <IconDownload size={20} stroke={1.75} aria-hidden="true" />
        {copy.receipt.save()}
      </button>
      {request && (
        <request.Next {...request} token={token}>
          {next}
        </request.Next>
      )}
    </>
  );
}
