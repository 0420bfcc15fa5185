/** The text of the password, email and session sections of Account security. */
export const copy = {
  password: {
    title: 'Your password',
    effect: 'When you change it, every other device is signed out and you get a mail about it.',
    change: 'Change password',
    changing: 'Changing...',
    current: 'Current password',
    next: 'New password',
    nextHint: (minLength: number) => `At least ${minLength} characters; longer is safer.`,
    confirmation: 'New password again',
    code: 'Code',
    codeHint: 'From your authenticator app, or a recovery code.',
    showCharacters: 'Show characters',
    unknown:
      'Your password may have been changed. Try again: if your current password is refused, the new one is already in use.',
  },
  documentMail: {
    title: 'Email about new documents',
    what: 'Your email choice',
    choose: 'When a patient sends you a document',
    choices: {
      'at-once': { label: 'At once', description: 'One email for each document.' },
      collected: {
        label: 'Collected',
        description: 'The first at once, then at most one email every 30 minutes.',
      },
      daily: { label: 'Once a day', description: 'At 07:30. No email on days without documents.' },
      none: { label: 'None', description: 'You find new documents only in the list.' },
    },
    always:
      'Some emails always come at once: a document was rejected, a patient asks for a new link, or a patient cannot send a document.',
    save: 'Save',
    saving: 'Saving...',
  },
  sessions: {
    title: 'Your sessions',
    nowhereElse: 'You are signed in nowhere else.',
    unknownDevice: 'Unknown device',
    unknownAddress: 'unknown address',
    thisDevice: 'This device',
    signedIn: 'Signed in',
    lastActive: 'Last active',
    signOut: 'Sign out there',
    signOutOf: (device: string, address: string) => `Sign out there: ${device}, ${address}`,
    signOutOthers: 'Sign out everywhere else',
    signingOut: 'Signing out...',
  },
} as const;
