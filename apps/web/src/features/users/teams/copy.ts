import { teamLimits } from '@caredrop/contracts';

/** The text of the teams screen and its dialogs. */
export const copy = {
  page: {
    title: 'Teams',
    purpose:
      'The members of a team see its links and documents, and can work on them as if they were their own.',
    what: 'The teams',
    empty: 'No teams yet',
    table: 'Teams',
    noun: 'team',
  },
  columns: { name: 'Name', members: 'Members', watching: 'Emails', actions: 'Actions' },
  noMembers: 'None',
  /** Who is sent emails about the team's documents, in addition to a link's owner and a colleague who stands in. */
  emails: (watchers: number, active: number) => {
    if (active === 0) return 'No member can sign in';
    if (watchers < teamLimits.enoughWatchers)
      return active === 1 ? 'The one member' : `All ${active} members`;
    return `${watchers} of ${active} members`;
  },
  actions: { members: 'Members', rename: 'Rename', archive: 'Archive' },
  close: 'Close',
  create: {
    title: 'New team',
    submit: 'Create team',
    submitting: 'Creating...',
    done: (name: string) => `The team ${name} has been created. Add its members now.`,
    failed: 'The team could not be created',
  },
  rename: {
    title: 'Rename team',
    submit: 'Save name',
    submitting: 'Saving...',
    done: (name: string) => `The team is called ${name} now`,
    failed: 'The team could not be renamed',
  },
  name: 'Name',
  nameHelp: 'For example the name of a ward or a surgery.',
  archive: {
    title: (name: string) => `Archive ${name}?`,
    what: 'No new links can be made for this team. Its members keep access to its links and documents, and their emails about them. To end that for someone, remove them first. An archived team cannot be brought back.',
    confirm: 'Archive',
    confirming: 'Archiving...',
    done: 'The team has been archived',
    failed: 'The team could not be archived',
  },
  members: {
    title: (team: string) => `Members of ${team}`,
    list: 'Members',
    none: 'This team has no members yet.',
    inactive: 'cannot sign in',
    notWatching: 'does not watch',
    remove: 'Remove',
    removeName: (name: string) => `Remove ${name}`,
    effect:
      'A person you add sees all links and documents of the team at once. A person you remove stops seeing them within a second.',
    search: 'Add a person',
    searchHelp: 'Type a part of the name or email.',
    found: 'People found',
    add: 'Add',
    addName: (name: string) => `Add ${name}`,
    nobody: 'No one else matches',
    added: (name: string) => `${name} is a member now`,
    removed: (name: string) => `${name} is no longer a member`,
    failed: 'The members could not be changed',
  },
} as const;
