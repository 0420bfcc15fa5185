import { IconLinkOff } from '@tabler/icons-react';
import { formatMoment, type PatientCopy } from '@caredrop/patient-copy';
import type { EndedLink, Rejection } from '../link/link-verdict.js';
import { useCopy } from '../copy-context.js';
import { AskForNewLink } from './ask-for-new-link.js';
import { ContactLine } from './contact-line.js';
import { newLinkSentence } from './new-link.js';
import { Reason } from './reason.js';
import { useFocusOnShow } from './use-focus.js';

interface Props {
  rejection: Rejection;
  token: string | null;
}

/** 'Invalid Token' with the reason and what to do next. */
export function InvalidLink({ rejection: { reason, help, ended }, token }: Props) {
  const copy = useCopy();
  const heading = useFocusOnShow<HTMLHeadingElement>();
  const next = ended && nextStep(copy, ended);
  return (
    <>
      <IconLinkOff className="page-icon muted" size={40} stroke={1.75} aria-hidden="true" />
      <h1 ref={heading} tabIndex={-1}>
        {copy.link.invalid()}
      </h1>
      <p className="lead">
        <Reason of={reason} />
      </p>
      {next ? <p>{next}</p> : help && <p className="muted">{copy.linkHelp[help]()}</p>}
      <ContactLine />
      {ended?.canAsk && token !== null && <AskForNewLink token={token} />}
    </>
  );
}

/** What is known about a new link: that it was sent, made or requested; null if nothing is known. */
function nextStep(copy: PatientCopy, { askedAt, replacedAt, sentAt }: EndedLink): string | null {
  if (replacedAt !== null) return newLinkSentence(copy, replacedAt, sentAt);
  return askedAt === null ? null : copy.renewal.askedOn({ day: formatMoment(copy, askedAt) });
}
