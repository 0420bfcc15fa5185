import { IconCircleCheck } from '@tabler/icons-react';
import { formatExact } from '../../shared/lib/format-time.js';
import type { EarlierReceipt, Refusal } from '../link/link-verdict.js';
import type { Invalid } from '../page-state.js';
import { copy } from '../copy.js';
import { Facts } from './facts.js';
import { useFocusOnShow } from './use-focus.js';

interface Props {
  state: Invalid;
  refusal: Refusal & { receipt: EarlierReceipt };
  /** The receipt is for a document that this browser sent. */
  own: boolean;
}

/**
 * A link that has its document. The receipt comes first: the sentence about a new link concerns only people
 * who want to send another document.
 */
export function UsedLink({ state, refusal: { message, receipt }, own }: Props) {
  const lead = useFocusOnShow<HTMLParagraphElement>();
  return (
    <>
      <IconCircleCheck
        className={own ? 'page-icon success' : 'page-icon muted'}
        size={44}
        stroke={1.75}
        aria-hidden="true"
      />
      <p className="page-title" ref={lead} tabIndex={-1}>
        {titleOf(state, own)}
      </p>
      <Facts
        facts={[
          [copy.facts.received, formatExact(receipt.receivedAt)],
          [copy.facts.reference, receipt.patientRefId],
        ]}
      />
      {factsAbout(state, own).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <section className="aside">
        <p className="muted">{copy.usedLink.sendAnother}</p>
        <h1>{copy.invalidLink}</h1>
        <p>{message}</p>
      </section>
    </>
  );
}

const { usedLink } = copy;

function titleOf({ chosen, unconfirmed }: Invalid, own: boolean): string {
  if (chosen !== null && unconfirmed === null) return usedLink.another;
  return own ? usedLink.own : usedLink.other;
}

/** What is known about the files chosen on this page. */
function factsAbout({ chosen, unconfirmed }: Invalid, own: boolean): string[] {
  const notSent = chosen !== null && chosen !== unconfirmed ? [usedLink.notSent(chosen)] : [];
  if (unconfirmed !== null) return [usedLink.perhaps(unconfirmed), ...notSent];
  if (notSent.length > 0) return notSent;
  return [own ? usedLink.ownHelp : usedLink.otherHelp];
}
