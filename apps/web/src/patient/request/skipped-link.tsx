import { loadRequestCopy, type RequestCopy } from '@caredrop/patient-copy';
import { IconCircleCheck } from '@tabler/icons-react';
import { useCopy } from '../copy-context.js';
import { useCopyPart, type CopyPart } from '../copy-part.js';
import { ContactLine } from '../ui/contact-line.js';
import { useFocusOnShow } from '../ui/use-focus.js';
import { NextDocument } from './next-document.js';

/** The page of a link whose document the patient has skipped. */
export function SkippedLink({ token, part }: { token: string; part: CopyPart<RequestCopy> }) {
  const heading = useFocusOnShow<HTMLHeadingElement>();
  const { linkHelp } = useCopy();
  const request = useCopyPart(loadRequestCopy, part);
  return (
    <>
      <IconCircleCheck className="page-icon muted" size={44} stroke={1.75} aria-hidden="true" />
      <h1 ref={heading} tabIndex={-1}>
        {request.skipped()}
      </h1>
      <NextDocument token={token} part={part}>
        <p>{linkHelp.other()}</p>
        <ContactLine />
      </NextDocument>
    </>
  );
}
