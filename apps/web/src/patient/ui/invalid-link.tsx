import { IconLinkOff } from '@tabler/icons-react';
import { formatExact } from '../../shared/lib/format-time.js';
import type { Refusal } from '../link/link-verdict.js';
import { Facts } from './facts.js';
import { useFocusOnShow } from './use-focus.js';

/** 'Invalid Token' with the reason, what to do, and the receipt of a used link (api.md 1b.31). */
export function InvalidLink({ refusal, onCheckAgain }: { refusal: Refusal; onCheckAgain: () => void }) {
  const heading = useFocusOnShow<HTMLHeadingElement>();
  const { message, help, receipt, again } = refusal;
  return (
    <>
      <IconLinkOff className="page-icon muted" size={40} stroke={1.75} aria-hidden="true" />
      <h1 ref={heading} tabIndex={-1}>
        Invalid Token
      </h1>
      <p className="lead">{message}</p>
      {receipt && (
        <Facts
          facts={[
            ['Received', formatExact(receipt.receivedAt)],
            ['Reference', receipt.patientRefId],
          ]}
        />
      )}
      <p className="muted">{help}</p>
      {again && (
        <button type="button" className="button" onClick={onCheckAgain}>
          Check again
        </button>
      )}
    </>
  );
}
