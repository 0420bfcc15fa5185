import type { SendChannel } from '@caredrop/contracts';

const links = (count: number) => (count === 1 ? '1 link' : `${count} links`);
const progress = (verb: string) => (done: number, failed: number, count: number, partial: number) => {
  const rest = [
    ...(partial > 0 ? [`${verb} in part: ${partial}`] : []),
    ...(failed > 0 ? [`Failed: ${failed}`] : []),
  ];
  return [`${verb}: ${done} of ${count}`, ...rest].join('. ');
};

const sentBy = (channel: SendChannel) => (channel === 'sms' ? 'text sent' : 'email queued');

/** The copy for the dialogs that change several links; lists load it only when such a dialog opens. */
export const bulkCopy = {
  cancel: 'Cancel',
  close: 'Close',
  results: 'Chosen links',
  notActive: 'left out: not active',
  noContact: 'left out: there is no number or address to send it to',
  reminders: 'Remind these patients again on the usual days, until the document has arrived',
  resend: {
    title: (count: number) => `Resend the text to ${count === 1 ? '1 patient' : `${count} patients`}?`,
    ofRequest: '',
    consequence: 'Each patient gets the usual text with their link, at the number it was last sent to.',
    confirm: (count: number) => `Resend text to ${count}`,
    confirming: 'Sending...',
    unknown: 'It is not known whether it was sent. Look at its status before you send it again.',
    progress: progress('Sent'),
  },
  /** Replaces part of `resend` if any link is sent again by email. */
  resendByEmail: {
    title: (count: number) => `Resend the link to ${count === 1 ? '1 patient' : `${count} patients`}?`,
    consequence: 'Each patient gets their link again as before: by the usual text, by email, or both.',
    confirm: (count: number) => `Resend to ${count}`,
  },
  /** The result for a link that was sent again. */
  resent: (channels: readonly SendChannel[]) => channels.map(sentBy).join(', '),
  /** The result for one of several channels. */
  ofChannel: (channel: SendChannel, problem: string | null) =>
    problem === null ? sentBy(channel) : `${channel === 'sms' ? 'text' : 'email'}: ${problem}`,
  assign: {
    title: (count: number) => `Assign ${links(count)}`,
    moves: 'Documents that have arrived move with their links. The patients’ links stay the same.',
    gone: (lost: number, count: number) =>
      lost === count ? 'You will no longer see them.' : `You will no longer see ${lost} of them.`,
    confirm: (count: number) => `Assign ${count}`,
    confirming: 'Assigning...',
    done: 'assigned',
    unknown: 'It is not known whether the link was assigned. Look at whose it is.',
    progress: progress('Assigned'),
  },
  revoke: {
    title: (count: number) => `Revoke ${links(count)}?`,
    consequence: 'The patients can no longer use these links. This cannot be undone.',
    ofRequest: 'The documents that wait for one of these are then not asked for any more.',
    confirm: (count: number) => `Revoke ${count}`,
    confirming: 'Revoking...',
    done: 'revoked',
    unknown: 'It is not known whether the link was revoked. Look at its status.',
    progress: progress('Revoked'),
  },
} as const;
