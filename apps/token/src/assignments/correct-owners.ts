import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import type { BelongingToken } from '../belonging/about-token.js';
import { emitAssigned } from './emit-assigned.js';

/** A document as the document service has stored it. */
export interface StoredFor {
  documentId: string;
  tokenId: string | null;
  ownerId: string;
  /** Absent if the document service is an earlier version, without teams. */
  teamId?: string | null;
  /** A document that is still being scanned is announced when it is released. */
  scan: 'clean' | 'pending';
  /** When the document was received, in ISO 8601. */
  receivedAt: string;
  emit: Emit;
}

/**
 * Publishes an assignment again for each document that was committed for an earlier owner or team of its link: the link
 * was assigned during the upload, so the first event found no document. If the document can be opened, this event also
 * announces it to those who are now responsible for the link, except those who were already notified.
 */
export async function correctOwners(tx: Tx, documents: StoredFor[]): Promise<void> {
  const rows = await tx.$queryRaw<(BelongingToken & { version: number; nth: number })[]>`
    SELECT id, tokens.owner_id AS "ownerId", tokens.team_id AS "teamId", version, (nth - 1)::int AS nth
    FROM unnest(${documents.map(({ documentId }) => documentId)}::uuid[],
        ${documents.map(({ tokenId }) => tokenId)}::uuid[], ${documents.map(({ ownerId }) => ownerId)}::uuid[],
        ${documents.map(({ teamId }) => teamId ?? null)}::uuid[])
      WITH ORDINALITY AS stored (document_id, token_id, owner_id, team_id, nth)
    JOIN tokens ON tokens.id = stored.token_id AND tokens.document_id = stored.document_id
    WHERE tokens.owner_id <> stored.owner_id OR tokens.team_id IS DISTINCT FROM stored.team_id
    ORDER BY nth`;
  for (const { nth, ...token } of rows) {
    const document = documents[nth];
    if (!document) continue;
    const { emit, ownerId, teamId = null, scan, documentId, receivedAt } = document;
    const arrived = scan === 'clean' ? { arrivedDocumentId: documentId } : { assignedAt: receivedAt };
    await emitAssigned(emit, token, { ownerId, teamId }, arrived);
  }
}
