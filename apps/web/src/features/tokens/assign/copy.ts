/** The copy for teams in the forms for new links, and for assigning a link. */
export const copy = {
  field: {
    label: 'Team',
    help: 'The team’s members can see the link and its document, and work on them.',
    none: 'Only me',
  },
  you: 'You',
  team: (name: string) => `Team: ${name}`,
  otherTeam: 'Team: one that you do not belong to',
  action: 'Assign…',
  title: 'Assign this link',
  owner: 'Clinician',
  unchanged: (name: string) => (name === '' ? 'No change' : `No change (${name})`),
  me: 'Me',
  noTeam: 'No team',
  sees: (people: string[], what = 'the link and its document') =>
    `These people will see ${what}: ${people.slice(0, -1).join(', ')} and ${people.at(-1)}.`,
  /** The second argument of `sees` for several links. */
  several: 'the links and their documents',
  standsIn: 'a colleague who stands in',
  members: (team: string) => `the members of ${team}`,
  teamNow: 'the members of its team',
  administrators: 'administrators',
  moves: 'A document that has arrived moves with the link. The patient’s link stays the same.',
  gone: 'You will no longer see them.',
  submit: 'Assign',
  submitting: 'Assigning...',
  done: 'The link has been assigned',
  failed: 'Failed to assign the link',
  eachOwner: 'each link’s clinician',
  eachTeam: 'the members of each link’s team',
} as const;
