import type { Principal } from '../context/request-context.js';

/** The owner and the team of a link or a document. */
export interface Belonging {
  ownerId: string;
  /** Null if it belongs to no team. */
  teamId: string | null;
}

/** The fields of a principal that determine access. */
export type Worker = Pick<Principal, 'userId' | 'role' | 'teams' | 'covers'>;

/**
 * Whether a person may read and change a link or a document (docs/adr/0053): its owner, the colleague who
 * currently covers for the owner, the members of its team, and administrators. SQL conditions apply the same
 * rule with {@link ownersOf} and `teams`.
 */
export function mayWorkOn({ userId, role, teams, covers }: Worker, { ownerId, teamId }: Belonging): boolean {
  if (role === 'admin' || ownerId === userId || covers.includes(ownerId)) return true;
  return teamId !== null && teams.includes(teamId);
}

/** The person, and the colleagues whom the person currently covers. */
export const ownersOf = ({ userId, covers }: Pick<Worker, 'userId' | 'covers'>): string[] => [
  userId,
  ...covers,
];
