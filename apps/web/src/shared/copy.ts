import type { ProblemReason } from '@caredrop/contracts';

/** What a patient has reported. */
const problems: Record<ProblemReason, string> = {
  no_document: 'The patient cannot take a photo, or does not have the document.',
  not_mine: 'The patient says that this is not theirs, or that it is for another person.',
  help: 'The patient needs help.',
  other: 'The patient cannot send the document for another reason.',
};

/** The copy for the shared components. */
export const copy = {
  /** `count`: the number of items that need attention; blank for none. */
  tabTitle: (page: string, count = '') => `${count && `(${count}) `}${page} · Caredrop`,
  problems,
  footer: { accessibility: 'Accessibility and help', privacy: 'Privacy' },
  filters: 'Filters',
  loading: 'Loading',
  toast: { close: 'Close message' },
  dialog: { close: 'Close', cancel: 'Cancel' },
  failed: {
    heading: (what: string) => `${what} could not be fetched.`,
    help: 'Check your connection, then try again. Nothing was changed.',
    serviceHelp: 'The service did not answer. Try again in a moment. Nothing was changed.',
    retry: 'Retry',
  },
  badges: {
    smsNotSent: 'Not sent',
    smsOther: 'other',
    email: {
      queued: 'email queued',
      sent: 'email sent',
      failed: 'email failed',
      cancelled: 'email not sent',
    },
    notAnswering: 'not answering',
    askedAgain: 'asked again',
    accountDisabled: 'disabled',
    accountActive: 'active',
    accountInvited: 'invited',
  },
  count: (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`,
  /** The document's position among several requested ones; its name follows. */
  request: (position: number, count: number) => `${position} of ${count}`,
  openList: 'Open the list',
  selected: (count: number) => `${count} selected`,
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all',
  justNow: 'just now',
} as const;
