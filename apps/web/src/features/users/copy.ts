/** The text of Manage Clinicians and its dialogs. */
export const copy = {
  select: { label: 'Clinician', all: 'All clinicians' },
  page: {
    title: 'Manage Clinicians',
    purpose: 'Who can sign in to your clinic’s workspace.',
    what: 'The clinicians',
    empty: 'No clinicians found',
    table: 'Clinicians',
    noun: 'clinician',
  },
  filters: {
    name: 'Name',
    email: 'Email',
    status: 'Status',
    statuses: { all: 'All statuses', active: 'active', disabled: 'disabled' },
  },
  columns: {
    name: 'Name',
    email: 'Email',
    joined: 'Joined',
    status: 'Status',
    disableReason: 'Disable Reason',
    actions: 'Actions',
  },
  actions: {
    secondFactor: 'Second factor',
    enable: 'Enable',
    disable: 'Disable',
    inviteAgain: 'Invite again',
    absence: 'Absence',
  },
  disable: {
    title: (name: string) => `Disable ${name}?`,
    confirm: 'Disable',
    confirming: 'Disabling...',
    effect:
      'Open sessions and absences end at once, also those in which this person stands in. Links already given to patients go on working.',
    reason: 'Reason',
    reasonHint: 'Optional. Only administrators see it.',
  },
  handOver: {
    label: 'Links that are open or whose document is not reviewed',
    choices: {
      nobody: {
        label: 'Leave them as they are',
        description:
          'Patients can still send documents. Administrators get the emails about them, except for links of a team, whose members get them.',
      },
      colleague: {
        label: 'To a colleague',
        description: 'They belong to the colleague, who gets the emails about them.',
      },
      team: {
        label: 'To a team',
        description:
          'The members of the team can work on them and get the emails about them. Links of another team stay with that team.',
      },
    },
    colleague: 'Colleague',
    team: 'Team',
    choose: 'Please choose',
  },
  absence: {
    title: (name: string) => `Absence of ${name}`,
    effect:
      'While it lasts, the colleague sees the links and documents of this person, can work on them, and is sent the emails about them as well.',
  },
  invite: {
    title: 'Invite a clinician',
    failed: 'Nobody was invited. Check the fields, then try again.',
    unknown: 'The invitation may have been sent. Check the list before you try again.',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email address',
    emailHint: 'The invitation goes here. Its link works once, for a limited time.',
    submit: 'Send invitation',
    submitting: 'Inviting...',
  },
  secondFactor: {
    title: (name: string) => `Second factor of ${name}`,
    setUp: 'Set up',
    yes: 'Yes',
    no: 'No',
    need: 'Need',
    needs: {
      clinic: 'Asked of everybody here, by the clinic’s setting',
      person: 'Asked of this person',
      none: 'Their own choice',
    },
    enabledHint:
      'Reset it when their phone and recovery codes are lost. They are signed out and told by e-mail.',
    disabledHint: 'Ask for it, and they are signed out and set it up when they sign in again.',
    close: 'Close',
    reset: 'Reset',
    resetting: 'Resetting...',
    makeOptional: 'Leave it to them',
    require: 'Ask for it',
    saving: 'Saving...',
  },
} as const;
