/** The text of the sections about teams and absences. */
export const copy = {
  teams: {
    title: 'Your teams',
    what: 'Your teams',
    none: 'You belong to no team. An administrator can add you to one.',
    archived: 'archived',
    members: (names: string) => `Members: ${names}`,
    watch: 'Email me about this team’s documents',
    watchOf: (team: string) => `Email me about this team’s documents: ${team}`,
    /** `enough`: with at least this many watchers, other members are not sent emails. */
    fewWatch: (enough: number) =>
      `Fewer than ${enough} members watch this team, so every member is sent these emails.`,
  },
  absence: {
    title: 'Absence',
    what: 'Your absence',
    effect:
      'While you are away, your colleague sees your links and documents, can work on them as you can, and is sent the emails about them as well. You keep your access.',
    running: (until: string, cover: string) => `You are away until ${until}. ${cover} stands in for you now.`,
    planned: (from: string, until: string, cover: string) =>
      `You are away from ${from} until ${until}. ${cover} will stand in for you.`,
    standingIn: 'You stand in for',
    standsInUntil: (name: string, until: string) => `${name}, until ${until}`,
    standsInFrom: (name: string, from: string, until: string) => `${name}, from ${from} until ${until}`,
  },
} as const;
