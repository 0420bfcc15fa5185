/** A document's link, owner and team, as its events carry them. */
export interface BelongingDocument {
  id: string;
  tokenId: string;
  ownerId: string;
  teamId: string | null;
}

/** The columns of {@link BelongingDocument}. */
export const belongingColumns = 'id, token_id AS "tokenId", owner_id AS "ownerId", team_id AS "teamId"';

/** The part that all events about a document have in common; `teamId` is left out when there is no team. */
export const aboutDocument = ({ id, tokenId, ownerId, teamId }: BelongingDocument) => ({
  documentId: id,
  tokenId,
  ownerId,
  ...(teamId !== null && { teamId }),
});
