import type { SendingRowResult } from '@caredrop/contracts';
import { copy } from './copy.js';

/** Whether a row is only emailed: its outcome is then that of its email. */
const isOnlyEmailed = ({ channels }: SendingRowResult): boolean =>
  channels?.length === 1 && channels[0] === 'email';

/** The label of the row's state; "By email" for a sent row that is only emailed. */
export const stateLabel = (row: SendingRowResult): string =>
  isOnlyEmailed(row) && row.state === 'sent' ? copy.job.byEmail : copy.job.rowStates[row.state];

const withReason = (label: string, reason: string | undefined) => (reason ? `${label}: ${reason}` : label);

interface Outcome {
  text: string;
  isProblem: boolean;
}

/** One or two sentences on the outcome of a row: on its text, on its email, or on both. */
export function outcomesOf(row: SendingRowResult): Outcome[] {
  const { state, problem, email, channels = [] } = row;
  const emailed: Outcome[] = email
    ? [
        {
          text: withReason(copy.job.emailStates[email.status], email.problem),
          isProblem: email.status === 'failed',
        },
      ]
    : [];
  if (isOnlyEmailed(row) && email) return emailed;
  const label = copy.job.rowStates[state];
  const texted = email && channels.includes('sms') ? copy.job.text(label) : label;
  const isHeldUp = state === 'sending' && problem !== undefined;
  const isProblem = state === 'failed' || state === 'unconfirmed' || isHeldUp;
  return [{ text: withReason(texted, problem), isProblem }, ...emailed];
}

/**
 * Whether sending the row or its email failed, may have failed, or must be tried again. An email can still fail later,
 * when the mail server rejects it.
 */
export const hasProblem = (row: SendingRowResult): boolean =>
  outcomesOf(row).some(({ isProblem }) => isProblem);
