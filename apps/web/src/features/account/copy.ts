/** The text of the password and session sections of Account security. */
export const copy = {
  password: {
    title: 'Your password',
    effect: 'When you change it, every other device is signed out and you get a mail about it.',
    change: 'Change password',
    changing: 'Changing...',
    cancel: 'Cancel',
    current: 'Current password',
    next: 'New password',
    nextHint: (minLength: number) => `At least ${minLength} characters; longer is safer.`,
    confirmation: 'New password again',
    showCharacters: 'Show characters',
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
