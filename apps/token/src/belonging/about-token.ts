import type { Token } from '../generated/prisma/client.js';

/** Whose a link is, as its events say it. */
export type BelongingToken = Pick<Token, 'id' | 'ownerId' | 'teamId'>;

/** The part that all events about a link have in common; without a team when it has none. */
export const aboutToken = ({ id, ownerId, teamId }: BelongingToken) => ({
  tokenId: id,
  ownerId,
  ...(teamId !== null && { teamId }),
});
