import { formatMoment, type PatientCopy } from '@caredrop/patient-copy';
import { IconCircleCheck } from '@tabler/icons-react';
import type { EarlierReceipt, Rejection } from '../link/link-verdict.js';
import type { Content, Invalid } from '../page-state.js';
import { useCopy } from '../copy-context.js';
import { ContactLine } from './contact-line.js';
import { Facts } from './facts.js';
import { newLinkSentence } from './new-link.js';
import { Reason } from './reason.js';
import { useFocusOnShow } from './use-focus.js';

interface Props {
  state: Invalid;
  rejection: Rejection & { receipt: EarlierReceipt };
  /** True if this browser sent the document of the receipt; a file chosen here is then certainly another one. */
  own: boolean;
  token: string;
}

/**
 * Shown for a used link. The receipt comes first: the sentence about a new link concerns only people who want to send
 * another document. For one of several documents, the page says how to continue instead.
 */
export function UsedLink({ state, rejection: { reason, receipt }, own, token }: Props) {
  const copy = useCopy();
  const lead = useFocusOnShow<HTMLHeadingElement>();
  // The clinic asked again with a new link, so this page must not say that nothing is left to send.
  const request = receipt.replacedAt ? null : state.request;
  const Title = request ? 'h1' : 'p';
  const another = (
    <section className="aside">
      <p className="muted">{copy.usedLink.sendAnother()}</p>
      <h1>{copy.link.invalid()}</h1>
      <p>
        <Reason of={reason} />
      </p>
      <ContactLine />
    </section>
  );
  return (
    <>
      <IconCircleCheck
        className={own ? 'page-icon success' : 'page-icon muted'}
        size={44}
        stroke={1.75}
        aria-hidden="true"
      />
      <Title className="page-title" ref={lead} tabIndex={-1}>
        {copy.usedLink[titleOf(state, own)]()}
      </Title>
      <Facts
        facts={[
          [copy.facts.received(), formatMoment(copy, receipt.receivedAt)],
          [copy.facts.reference(), receipt.patientRefId],
        ]}
      />
      {factsAbout(copy, state, receipt, own).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {request ? (
        <request.Next {...request} token={token}>
          {another}
        </request.Next>
      ) : (
        another
      )}
    </>
  );
}

function titleOf({ chosen, unconfirmed }: Invalid, own: boolean): 'own' | 'other' | 'another' {
  if (!own) return 'other';
  return chosen && !unconfirmed ? 'another' : 'own';
}

/** The sentences about a newer link, about what was chosen on this page, or about what to do. */
function factsAbout(
  copy: PatientCopy,
  { chosen, unconfirmed, request }: Invalid,
  { replacedAt, sentAt }: EarlierReceipt,
  own: boolean,
): string[] {
  const { usedLink } = copy;
  // The clinic asked again, so the sentences about a received document would not be true.
  if (replacedAt) return [newLinkSentence(copy, replacedAt, sentAt)];
  const file = (content: Content) => ({
    file: 'length' in content ? copy.pages.count({ count: content.length }) : content.name,
  });
  const notSent = chosen && chosen !== unconfirmed ? [usedLink.notSent(file(chosen))] : [];
  if (unconfirmed) return [usedLink.perhaps(file(unconfirmed)), ...notSent];
  // Other documents of the request may be left to send.
  if (notSent.length > 0 || request) return notSent;
  return [own ? usedLink.ownHelp() : usedLink.otherHelp()];
}
