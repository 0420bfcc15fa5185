import type { Token } from '../generated/prisma/client.js';

/** A link's id, owner and team, which its events contain. */
export type BelongingToken = Pick<Token, 'id' | 'ownerId' | 'teamId'>;

/** The data that all events about a link have in common; the team is left out if the link has none. */
export const aboutToken = ({ id, ownerId, teamId }: BelongingToken) => ({
  tokenId: id,
  ownerId,
  ...(teamId !== null && { teamId }),
});
