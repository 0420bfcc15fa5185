/** The copy of the components that every screen shares. */
export const copy = {
  tabTitle: (page: string) => `${page} · Caredrop`,
  footer: { accessibility: 'Accessibility and help', privacy: 'Privacy' },
  filters: 'Filters',
  loading: 'Loading',
  toast: { close: 'Close message' },
  dialog: { close: 'Close', cancel: 'Cancel' },
  failed: {
    heading: (what: string) => `${what} could not be fetched.`,
    help: 'Check your connection, then try again. Nothing was changed.',
    retry: 'Retry',
  },
  badges: {
    smsNotSent: 'Not sent',
    smsOther: 'other',
    notAnswering: 'not answering',
    accountDisabled: 'disabled',
    accountActive: 'active',
  },
  count: (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`,
  openList: 'Open the list',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all',
  justNow: 'just now',
} as const;
