import type { SmsStatus } from '@caredrop/contracts';

const reminderStatus: Record<SmsStatus, string> = {
  sent: 'sent',
  delivered: 'delivered',
  failed: 'not delivered',
  other: 'may not have been sent',
};

/** The copy of the token screens. The specified sentences come from `@caredrop/contracts`. */
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
    revoke: 'Revoke',
    sendNew: 'Send new link',
    extend: 'Extend',
    details: 'Details',
  },
  cancel: 'Cancel',
  list: {
    title: 'Your Upload Tokens',
    what: 'Your tokens',
    emptyHint: 'Links you generate appear here, the newest first.',
  },
  copyByHand: 'Your browser did not let us use the clipboard. Mark the address and copy it by hand:',
  reminders: {
    sent: (day: string, status: SmsStatus) => `${day}: ${reminderStatus[status]}`,
    planned: (days: string[]) => `Planned: ${days.join(', ')}`,
    paused: 'Paused: none will be sent until you resume them.',
    stopped: {
      failed: 'Stopped, because a text message was not delivered.',
      suppressed: 'Stopped, because this number has asked not to get text messages.',
    },
    pause: 'Pause reminders',
    resume: 'Resume',
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
      status: 'Status',
      created: 'Created',
      expires: 'Expires',
      smsStatus: 'SMS Status',
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
    reset: 'Reset',
    apply: 'Apply Filters',
  },
} as const;
