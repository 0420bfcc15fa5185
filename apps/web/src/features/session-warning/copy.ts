/** The copy for the warning before a session ends. Other messages come from `@caredrop/contracts`. */
export const copy = {
  extendable: {
    title: 'Are you still there?',
    reason: 'Nothing was done here for a while.',
    signOut: 'Sign out now',
    stay: 'Stay signed in',
    staying: 'Staying...',
  },
  lastMinutes: {
    title: 'Your session is about to end',
    reason:
      'You have been signed in for as long as is allowed at one time. Finish what you are doing, then sign in again.',
    confirm: 'OK',
  },
  countdown: (timeLeft: string) => `You will be signed out in ${timeLeft}.`,
  minutes: (count: number) => `${count} ${count === 1 ? 'minute' : 'minutes'}`,
  seconds: (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`,
} as const;
