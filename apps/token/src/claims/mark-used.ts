import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';

/** A document has been committed under this token. */
export interface CommittedUpload {
  claimId: string;
  documentId: string;
  receivedAt: string;
}

/**
 * Turns a token into used, once: by the document service's call, by its event or by a settlement, whichever
 * comes first. Answers false when nothing was changed. A deletion that overtook the upload's event is kept.
 */
export async function markUsed(
  tx: Tx,
  emit: Emit,
  upload: CommittedUpload,
  tokenId: string | null,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ id: string; owner_id: string; version: number }[]>`
    UPDATE "tokens" SET
      "status" = 'used',
      "used_at" = ${new Date(upload.receivedAt)},
      "claim_id" = ${upload.claimId}::uuid,
      "confirmed_at" = COALESCE("confirmed_at", now()),
      "document_id" = ${upload.documentId}::uuid,
      "received_at" = ${new Date(upload.receivedAt)},
      "document_state" = COALESCE("document_state", 'present'),
      "document_version" = GREATEST("document_version", 1),
      "version" = "version" + 1
    WHERE "status" = 'active' AND ("claim_id" = ${upload.claimId}::uuid OR "id" = ${tokenId}::uuid)
    RETURNING "id", "owner_id", "version"`;
  if (!row) return false;
  const data = { tokenId: row.id, ownerId: row.owner_id };
  await emit({ type: 'token.used', aggregateId: row.id, aggregateVersion: row.version, data });
  return true;
}
