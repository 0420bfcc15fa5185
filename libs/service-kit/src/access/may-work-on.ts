import type { Principal } from '../context/request-context.js';

/** Whose a link or a document is. */
export interface Belonging {
  ownerId: string;
  /** Null: no team's. */
  teamId: string | null;
}

/** The part of a principal that decides about access. */
export type Worker = Pick<Principal, 'userId' | 'role' | 'teams' | 'covers'>;

/**
 * Whether a person may read and change a link or a document (docs/adr/0053): its owner, who stands in for the owner now,
 * the members of its team, and administrators. SQL conditions say the same with {@link ownersOf} and `teams`.
 */
export function mayWorkOn({ userId, role, teams, covers }: Worker, { ownerId, teamId }: Belonging): boolean {
  if (role === 'admin' || ownerId === userId || covers.includes(ownerId)) return true;
  return teamId !== null && teams.includes(teamId);
}

/** The person, and the colleagues for whom the person stands in now. */
export const ownersOf = ({ userId, covers }: Pick<Worker, 'userId' | 'covers'>): string[] => [
  userId,
  ...covers,
];
