import type { SendingRowResult } from '@caredrop/contracts';
import { copy } from './copy.js';

/** Whether a row is only emailed: its outcome is then that of its email. */
const isOnlyEmailed = ({ channels }: SendingRowResult): boolean =>
  channels?.length === 1 && channels[0] === 'email';

/** The state of the row, or that of its text if it has an email too. */
export const stateLabel = (row: SendingRowResult): string =>
  isOnlyEmailed(row) && row.state === 'sent' ? copy.job.byEmail : copy.job.rowStates[row.state];

const withReason = (label: string, reason: string | undefined) => (reason ? `${label}: ${reason}` : label);

interface Outcome {
  text: string;
  isProblem: boolean;
}

/** The outcome of a row: one sentence for its text, one for its email. */
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
  return [{ text: withReason(texted, problem), isProblem: state === 'failed' }, ...emailed];
}

/** Whether a row was not sent, or its email was not: the mail server may refuse it later. */
export const hasProblem = (row: SendingRowResult): boolean =>
  outcomesOf(row).some(({ isProblem }) => isProblem);
