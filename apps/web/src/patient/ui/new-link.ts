import { formatMoment, type PatientCopy } from '@caredrop/patient-copy';

/** Says when the clinic sent a new link, or when it made the link if it has not sent it. */
export const newLinkSentence = (copy: PatientCopy, madeAt: string, sentAt?: string | null): string =>
  copy.renewal[sentAt ? 'sent' : 'made']({ day: formatMoment(copy, sentAt ?? madeAt) });
