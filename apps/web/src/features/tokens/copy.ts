import type { SendChannel, SmsStatus } from '@caredrop/contracts';

const reminderStatus: Record<SmsStatus, string> = {
  sent: 'sent',
  delivered: 'delivered',
  failed: 'not delivered',
  other: 'may not have been sent',
};

/** The status is null until the mail server has accepted or refused the email. */
function emailedReminder(status: SmsStatus | null): string {
  if (status === null) return 'email queued';
  return status === 'failed' ? 'email not accepted' : 'email sent';
}

/** The copy for the token screens. Other messages come from `@caredrop/contracts`. */
export const copy = {
  columns: {
    token: 'Token',
    patient: 'Patient',
    clinician: 'Clinician',
    status: 'Status',
    smsStatus: 'SMS Status',
    created: 'Created',
    expires: 'Expires',
    documents: 'Documents',
    actions: 'Actions',
  },
  countNoun: 'token',
  actions: {
    copy: 'Copy Link',
    sendSms: 'Send SMS',
    resendSms: 'Resend SMS',
    sendEmail: 'Send by email',
    resendEmail: 'Resend by email',
    revoke: 'Revoke',
    chase: (count: number, byEmail: boolean, isTruncated: boolean) =>
      `${byEmail ? 'Send again to' : 'Text'} ${isTruncated ? `the ${count} listed` : `all ${count}`} who have not answered`,
    sendNew: 'Send new link',
    extend: 'Extend',
    sheet: 'QR code',
    details: 'Details',
  },
  bulk: {
    resend: (count: number, byEmail: boolean) => `Resend ${byEmail ? '' : 'text '}to ${count}`,
    assign: (count: number) => `Assign ${count}…`,
    revoke: (count: number) => `Revoke ${count}`,
  },
  list: {
    titles: {
      mine: 'Your Upload Tokens',
      team: 'Your Teams’ Upload Tokens',
      covered: 'Upload Tokens You Stand in For',
    },
    what: 'Your tokens',
    emptyHints: {
      mine: 'Links you generate appear here, the newest first.',
      team: 'Links made for your teams appear here, the newest first.',
      covered: 'Links of the colleagues you stand in for appear here, the newest first.',
    },
    noneMatches: {
      mine: 'No link of yours matches these filters.',
      team: 'No link of your teams matches these filters.',
      covered: 'No link of the colleagues you stand in for matches these filters.',
    },
  },
  copyByHand: 'Your browser did not let us use the clipboard. Mark the address and copy it by hand:',
  reminders: {
    sent: (day: string, status: SmsStatus | null, channel: SendChannel = 'sms') =>
      `${day}: ${channel === 'email' ? emailedReminder(status) : reminderStatus[status ?? 'sent']}`,
    planned: (days: string[], channel: SendChannel = 'sms') =>
      `${channel === 'email' ? 'Planned by email' : 'Planned'}: ${days.join(', ')}`,
    paused: 'Paused: none will be sent until you resume them.',
    stopped: {
      failed: 'Stopped, because a text message or an email was not delivered.',
      suppressed: 'Stopped, because this number has asked not to get text messages.',
    },
    pause: 'Pause reminders',
    resume: 'Resume',
  },
  /** What an email's status means; the explanation of a failure comes from the service. */
  email: {
    to: (address: string) => `To ${address}.`,
    queued: 'It will be sent as soon as the mail server takes it.',
    sent: 'The clinic’s mail server has accepted it. Whether it has arrived is not known.',
    cancelled: 'It was not sent, because the link had ended.',
  },
  /** Below the patient in lists. */
  problem: 'reported a problem',
  renewal: {
    /** Below the patient in lists. */
    asked: 'asked for a new link',
    askedOn: (time: string) => `Patient asked for a new link on ${time}`,
    replacedOn: (time: string) => `A new link was made for this one on ${time}.`,
    openNew: 'Open the new link',
  },
  details: {
    title: 'Token Details',
    purpose: 'One upload link and what came through it.',
    back: 'Back to tokens',
    retry: 'Retry',
    revoke: 'Revoke',
    copy: 'Copy',
    uploads: 'Uploaded documents',
    facts: {
      token: 'Token',
      reference: 'Patient reference',
      nickname: 'Nickname/Initials',
      notes: 'Notes',
      belongsTo: 'Belongs to',
      status: 'Status',
      created: 'Created',
      expires: 'Expires',
      smsStatus: 'SMS Status',
      emailStatus: 'Email Status',
      scheduled: 'Scheduled',
      template: 'Template',
      language: 'Language',
      reminders: 'Reminders',
      check: 'Patient check',
      url: 'Upload URL',
    },
  },
  monitor: {
    title: 'Token Management',
    purpose: 'Every upload token of the clinic.',
    generate: 'Generate Bulk Tokens',
    stats: {
      active: 'Active',
      used: 'Used',
      expired: 'Expired',
      expiringThisWeek: 'Expiring This Week',
    },
    what: 'The tokens',
    furtherPages: 'Further tokens',
    table: 'Tokens',
    expiringSoon: 'expiring soon',
  },
  filters: {
    status: 'Status',
    statuses: {
      all: 'All statuses',
      active: 'active',
      used: 'used',
      expired: 'expired',
      revoked: 'revoked',
    },
    expiryRange: 'Expiry Range',
    expiryRanges: { any: 'Any time', today: 'Today', week: 'This week', month: 'This month' },
    search: 'Search',
    searchExample: 'Patient ID or token',
    searchOwnExample: 'Reference, nickname, notes or link',
    sort: 'Sort by',
    sorts: { newest: 'Newest first', expiry: 'Earliest expiry first' },
    clear: 'Clear filters',
    reset: 'Reset',
    apply: 'Apply Filters',
  },
} as const;
