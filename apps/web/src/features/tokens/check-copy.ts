/** The copy for the patient check, loaded only where it is used. */
export const checkCopy = {
  state: {
    needed: (initials: string) => `For ${initials}: not answered yet`,
    waiting: (initials: string, until: string) =>
      `For ${initials}: waiting until ${until}, after too many wrong dates of birth`,
    locked: (initials: string) => `For ${initials}: locked, after too many wrong dates of birth`,
    passed: (initials: string) => `For ${initials}: passed`,
  },
  unlock: 'Unlock',
  unlocked: 'The patient can try again',
  unlockFailed: 'Failed to unlock the patient check',
  lockedHelp:
    'Ask the patient first. If the date you entered may be wrong, revoke this link and generate another one.',
  birthDate: 'Date of birth (optional)',
  birthDateHelp:
    'The patient must enter it before sending. Only a protected code of it is kept: you cannot see or change it later.',
  initials: 'Initials for the date of birth',
  initialsHelp: 'Shown to anyone who opens the link, for example J. S.',
  problem: {
    birthDate: 'Enter a date of birth from 1900 to today',
    initials: 'Enter 1 to 8 characters',
  },
} as const;
