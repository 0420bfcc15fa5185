/** The copy for absences, for the user who is away and for administrators, and for the scopes of lists. */
export const copy = {
  from: 'First day away',
  until: 'Last day away',
  cover: 'Colleague who stands in',
  choose: 'Choose a colleague',
  set: 'Set absence',
  setting: 'Setting...',
  end: 'End absence',
  ending: 'Ending...',
  done: 'The absence has been set',
  ended: 'The absence has ended',
  setFailed: 'The absence could not be set',
  endFailed: 'The absence could not be ended',
  dayMissing: 'Please choose a day',
  away: (until: string, cover: string) => `Away until ${until}, cover by ${cover}`,
  awayFrom: (from: string, until: string, cover: string) =>
    `Away from ${from} until ${until}, cover by ${cover}`,
  scope: { label: 'Show', mine: 'Mine', team: 'Team', covered: 'Standing in' },
  owner: {
    clinician: (name: string) => `Clinician: ${name}`,
    team: (name: string) => `Team: ${name}`,
  },
} as const;
