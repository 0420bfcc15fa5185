import type { AssignTokenBody, Colleague, Covers, Team, User } from '@caredrop/contracts';
import { fullName } from '../../../shared/lib/format.js';
import { copy } from './copy.js';

/**
 * What the dialog changes. A blank owner and the team `KEEP` change nothing; a blank team removes the link from its
 * team.
 */
export interface Choice {
  userId: string;
  teamId: string;
}

export const KEEP = 'keep';

/** The request's body; null while nothing is chosen. */
export function bodyOf({ userId, teamId }: Choice): AssignTokenBody | null {
  if (userId === '' && teamId === KEEP) return null;
  return { ...(userId !== '' && { userId }), ...(teamId !== KEEP && { teamId: teamId || null }) };
}

/** The link before the change. */
interface Belonging {
  user: { firstName: string; lastName: string };
  notMine?: true | undefined;
  team_id?: string | undefined;
}

interface Known {
  me: User;
  colleagues: Colleague[];
  /** Teams whose names can be shown to the user. */
  teams: Team[];
  standingIn: Covers['standingIn'];
}

export interface Outcome {
  /** Names of those who see the link afterwards, for use in a sentence. */
  people: string[];
  /** The user no longer sees the link. */
  isLost: boolean;
}

/** Determines who sees a link after it is assigned. */
export function outcomeOf(token: Belonging, { userId, teamId }: Choice, known: Known): Outcome {
  const { me, colleagues, teams, standingIn } = known;
  const isMine = userId === me.id || (userId === '' && !token.notMine);
  const owner = userId === '' ? token.user : colleagues.find(({ id }) => id === userId);
  const nextTeam = teamId === KEEP ? token.team_id : teamId || undefined;
  const team = teams.find(({ id }) => id === nextTeam);
  const standsIn = standingIn.some(
    ({ running, user }) => running && (userId === '' ? isNamed(user, token.user) : user.id === userId),
  );
  const isMember = team?.members.some(({ id }) => id === me.id) ?? false;
  return {
    people: [
      isMine ? copy.you.toLowerCase() : owner ? fullName(owner) : '',
      copy.standsIn,
      ...(nextTeam === undefined ? [] : [team ? copy.members(team.name) : copy.teamNow]),
      copy.administrators,
    ],
    isLost: me.role !== 'admin' && !isMine && !standsIn && !isMember,
  };
}

/** Who sees several links after they are assigned. Owners and teams that do not change may differ between the links. */
export function peopleOfMany(
  tokens: readonly Belonging[],
  { userId, teamId }: Choice,
  { me, colleagues, teams }: Known,
): string[] {
  const hasTeam = teamId === KEEP ? tokens.some((token) => token.team_id !== undefined) : teamId !== '';
  const owner = colleagues.find(({ id }) => id === userId);
  const team = teams.find(({ id }) => id === teamId);
  const ofTeam = team ? copy.members(team.name) : copy.eachTeam;
  return [
    userId === '' ? copy.eachOwner : userId === me.id ? copy.you.toLowerCase() : owner ? fullName(owner) : '',
    copy.standsIn,
    ...(hasTeam ? [ofTeam] : []),
    copy.administrators,
  ];
}

const isNamed = (one: Belonging['user'], other: Belonging['user']) => fullName(one) === fullName(other);
